export { vouchHandler } from './credit-vouches.ts'
export { receivedCount, receivedMicros } from './store.ts'
