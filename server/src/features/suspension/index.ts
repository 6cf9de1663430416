export {
  findSuspended,
  findSuspension,
  insertSuspension,
  isSuspendedExpression,
  liftSuspension,
} from './store.ts'
