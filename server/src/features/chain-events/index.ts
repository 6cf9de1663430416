export { eventsPastFinal, findSettledEvent } from './audit-store.ts'
export { confirmTransaction } from './confirm-transaction.ts'
export { type Cursor, cursorIdOf, findCursor } from './cursor-store.ts'
export { finalisedByVerifiers } from './final-reading.ts'
export { ChainFollower, ChainReplaced } from './follow-chain.ts'
export { type EventRange, NO_EVENT, readEventRanges } from './read-event-ranges.ts'
export type { EventHandler } from './record-events.ts'
export {
  eventExpression,
  findWaitingOf,
  type StoredEvent,
  sumInFlight,
  withdrawnUnsettledExpression,
} from './store.ts'
export { watchChain } from './watch-chain.ts'
