export { type Binary, findBinary } from './binary.ts';
export { primaryOf } from './members.ts';
export { type Mongo, type MongoOptions, type MongoSource, startMongo } from './mongo.ts';
export { type SharedMongo, shareMongo } from './shared.ts';
export { databaseOf, directUrlOf, urlOf } from './url.ts';
