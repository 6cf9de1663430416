export { blockRefusal, refuseBlocked } from './block-person.ts'
export { findBlockedAmong } from './block-store.ts'
export type { FeedQuestion } from './read-feed.ts'
