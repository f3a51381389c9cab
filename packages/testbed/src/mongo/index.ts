export { findBinary } from './binary.ts';
export { type Mongo, type MongoOptions, startMongo } from './mongo.ts';
export { shareMongo } from './shared.ts';
export { databaseOf, urlOf } from './url.ts';
