export {
  type Callback,
  type CallbackEvent,
  type CallbackHeaders,
  type CallbackOptions,
  type CallbackProblem,
  verifyCallback,
} from './callbacks.ts'
export {
  type CallOptions,
  type ClientOptions,
  type MerchantClient,
  merchantClient,
} from './client.ts'
export type {
  CollectionCallback,
  Operations,
  PayoutCallback,
  RefusalCode,
} from './contract.ts'
export { Refused, Unanswered } from './errors.ts'
export {
  callbackHandler,
  type EventStore,
  type HandlerOptions,
  memoryStore,
  nodeCallbackHandler,
  type OrderCallback,
} from './handler.ts'
export { type Ledger, readLedger } from './ledger.ts'
export { type Fields, sign, signedBody, stringToSign } from './sign.ts'
