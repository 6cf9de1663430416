export { accountsOf, isOwnCase, refuseOwnCase } from './own-case.ts'
export { type NewAction, recordActions, recordFromShell } from './store.ts'
