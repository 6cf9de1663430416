export { clearRelation, restoreRelation } from './clear-relation.ts'
export { queueForRelating, recordPredecessor, recordSignIn } from './record-traces.ts'
export type { FundingSource } from './relate-accounts.ts'
export {
  findNeighbours,
  findRelated,
  findRelatedTo,
  findRevision as findRelatedRevision,
  touchRelations,
} from './store.ts'
