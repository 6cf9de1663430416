export { auditRanks } from './audit-ranks.ts'
export { topOf } from './rankings.ts'
