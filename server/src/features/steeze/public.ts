export { claimPurchases, purchaseHandler } from './credit-purchases.ts'
export { releaseLapsed } from './release-redemptions.ts'
export { withdrawalHandler } from './settle-withdrawals.ts'
