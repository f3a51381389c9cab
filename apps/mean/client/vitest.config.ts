// Angular builds the tests in memory, so a cache of files on the disk would run old code.
export default { test: { fsModuleCache: false } };
