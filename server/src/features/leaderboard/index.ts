export { auditRanks } from './audit-ranks.ts'
export { followRanks } from './follow-ranks.ts'
export { topOf } from './rankings.ts'
