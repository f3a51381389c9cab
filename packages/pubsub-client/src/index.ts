export { AnswerReader, type AnswerShape, answerNames } from './answer.ts';
export * from './client.ts';
export { connect } from './connect.ts';
export { toEjson } from './ddp-message.ts';
export { PubSubError } from './error.ts';
export { codeIn, exchange, type HttpAnswer, type HttpRequest, isTimeout } from './http-exchange.ts';
export { withSlash } from './namespace-client.ts';
export { spreadAddress } from './spread-address.ts';
