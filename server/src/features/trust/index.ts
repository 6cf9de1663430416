export { findSeedIds, type PaymentSource } from './calculate-trust.ts'
export type { PlaceKey } from './explain-store.ts'
export { type ExplainedPlace, explainTrust, seedReach } from './explain-trust.ts'
export { couldReturn, type Payment } from './money.rules.ts'
