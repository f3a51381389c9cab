export { AnswerReader, type AnswerShape, answerNames } from './answer.ts';
export * from './client.ts';
export { connect } from './connect.ts';
export { PubSubError } from './error.ts';
export { spreadAddress } from './spread-address.ts';
