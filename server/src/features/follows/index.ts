export { blockRefusal, refuseBlocked } from './block-person.ts'
export type { FeedQuestion } from './read-feed.ts'
