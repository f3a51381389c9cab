// Given with NODE_OPTIONS --require: a machine with 8 CPUs, as Artillery counts them.
const os = require('node:os');
const one = os.cpus()[0];
os.cpus = () => Array.from({ length: 8 }, () => one);
