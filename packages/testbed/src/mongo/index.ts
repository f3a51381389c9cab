export { findBinary } from './binary.ts';
export { primaryOf } from './members.ts';
export { type Mongo, type MongoOptions, startMongo } from './mongo.ts';
export { type SharedMongo, shareMongo } from './shared.ts';
export { databaseOf, directUrlOf, urlOf } from './url.ts';
