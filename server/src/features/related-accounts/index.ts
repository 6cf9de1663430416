export { answerAppeals, findWaitingAppeals } from './appeal-store.ts'
export { carryRelations, queueForRelating, recordSession } from './record-traces.ts'
export type { FundingSource } from './relate-accounts.ts'
export { RELATED_AT } from './relatedness.rules.ts'
export {
  areRelated,
  findNeighbours,
  findPair,
  findRelated,
  findRelatedPairs,
  findRelatedTo,
  findRevision as findRelatedRevision,
  lockRevision,
  raiseRevision,
  touchRelations,
  updateCleared,
} from './store.ts'
export { tellCleared, tellPairs, tellUpheld } from './tell-pairs.ts'
