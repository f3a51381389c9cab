// Angular builds the tests in memory: a cache that looks at the files on the disk would run what they were before.
export default { test: { fsModuleCache: false } };
