export { auditSteeze } from './audit-steeze.ts'
export { claimPurchases } from './buying/credit-purchases.ts'
export { hasUnclaimedPurchases } from './buying/purchase-store.ts'
export { chargeWithdrawals, unexplainedWithdrawals } from './redeeming/charge-withdrawals.ts'
export { freezeRedemption, unfreezeRedemption, unfreezeRedemptionIn } from './redeeming/freeze-redemption.ts'
export { findOpenRedemptions, hasOpenRedemption, lockSigning } from './redeeming/redemption-store.ts'
export { releaseLapsed } from './redeeming/release-redemptions.ts'
export { keepSnapshot, readReserves } from './reserves/reserves.ts'
export {
  approveReviewIn,
  concerns as redemptionConcerns,
  type Decision,
  lockWaiting,
  rejectReviewIn,
  undoDecision,
} from './reviewing/answer-review.ts'
export { readDesk, readNeighbourhood } from './reviewing/read-desk.ts'
export { needsSecond } from './reviewing/review.rules.ts'
export { findReview } from './reviewing/review-store.ts'
export { testCredit } from './test-credit.ts'
