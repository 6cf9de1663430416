export { receivedCount, receivedMicros } from './store.ts'
