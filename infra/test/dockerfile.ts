import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Copy, DockerfileParser, type From, type JSONInstruction } from 'dockerfile-ast';
import { root } from './compose-file.ts';

export interface Step {
  keyword: string;
  /** Without flags. */
  text: string;
  /** For COPY: the source stage. */
  from: string | null;
}

export interface Stage {
  /** Its name, or its number. */
  name: string;
  image: string;
  tag: string | null;
  steps: Step[];
}

/** A Dockerfile of infra/images, by stage. @throws if it is invalid */
export function readDockerfile(name: string): Stage[] {
  const text = readFileSync(path.join(root, 'infra/images', name), 'utf8');
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    if (keyword === 'FROM') {
      const from = instruction as From;
      stages.push({
        name: from.getBuildStage() ?? String(stages.length),
        image: from.getImageName() ?? '',
        tag: from.getImageTag(),
        steps: [],
      });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`${name}: ${keyword} is before FROM`);
    const isCopy = keyword === 'COPY';
    const words = instruction.getArguments().map((argument) => argument.getValue());
    const source = isCopy ? flagOf(instruction as Copy, 'from') : null;
    // A RUN's line is a shell command.
    const argument = isCopy ? words.join(' ') : (instruction.getArgumentsContent() ?? '');
    stage.steps.push({ keyword, text: argument, from: source });
  }
  return stages;
}

function flagOf(instruction: JSONInstruction, name: string): string | null {
  return (
    instruction
      .getFlags()
      .find((flag) => flag.getName() === name)
      ?.getValue() ?? null
  );
}
