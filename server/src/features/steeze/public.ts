export { claimPurchases, purchaseHandler } from './credit-purchases.ts'
