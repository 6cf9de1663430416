export { type NewAction, recordActions, recordFromShell } from './store.ts'
