export { queueForRelating, recordPredecessor, recordSignIn } from './record-traces.ts'
export type { FundingSource } from './relate-accounts.ts'
export { findRelated, findRevision as findRelatedRevision } from './store.ts'
