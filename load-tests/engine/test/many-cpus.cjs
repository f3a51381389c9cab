// Given with NODE_OPTIONS --require: a machine with 8 CPUs, or as many as CPUS says, as Artillery counts them.
const os = require('node:os');
const one = os.cpus()[0];
os.cpus = () => Array.from({ length: Number(process.env.CPUS ?? 8) }, () => one);
