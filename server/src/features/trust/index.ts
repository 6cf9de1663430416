export type { PaymentSource } from './calculate-trust.ts'
export { findSeedIds } from './calculate-trust.ts'
export {
  type Discount,
  type ExplainedPlace,
  type ExplainedTrust,
  explainTrust,
  type SeedReach,
  seedReach,
} from './explain-trust.ts'
