export { auditRanks } from './audit-ranks.ts'
