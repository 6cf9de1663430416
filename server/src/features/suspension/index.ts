export {
  findSuspended,
  findSuspension,
  hidesStreamsExpression,
  insertSuspension,
  isSuspendedExpression,
  liftSuspension,
} from './store.ts'
