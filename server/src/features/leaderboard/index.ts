export { auditRanks } from './audit-ranks.ts'
export { followingDue, followRanks } from './follow-ranks.ts'
export { topOf } from './rankings.ts'
