export { auditRatings } from './audit-ratings.ts'
export { afterBattle, lowerEnd, SCORES, START, type Standing } from './rating.rules.ts'
export { findRating } from './store.ts'
