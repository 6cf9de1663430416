export { recordFromShell } from './record-from-shell.ts'
export { type NewAction, recordActions } from './store.ts'
