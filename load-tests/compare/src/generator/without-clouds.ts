/**
 * For Node's `--import` before Artillery: what starts a load in a cloud, AWS's and Azure's libraries among it, isn't loaded.
 * Artillery loads it at every start, also for a load from this machine; without it a start takes two thirds of the CPU.
 * What runs a load from this machine is untouched. Where Artillery's files have other names, all is loaded as ever.
 */
import { registerHooks } from 'node:module';

const forClouds =
  /\/artillery\/dist\/lib\/(?:platform\/(?:aws-lambda\/index|az\/aci)|cmds\/run-(?:fargate|lambda|aci))\.js$/;

/** Each of these files exports one class, those of `cmds` a command. */
const source = "import { Command } from '@oclif/core'; export default class extends Command {}";

registerHooks({
  load: (url, context, next) =>
    forClouds.test(url) ? { format: 'module', source, shortCircuit: true } : next(url, context),
});
