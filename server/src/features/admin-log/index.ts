export { type NewAction, recordActions } from './store.ts'
