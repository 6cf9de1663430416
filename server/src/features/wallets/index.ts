export { findIneligible } from './eligibility.ts'
export { findOwners } from './find-owners.ts'
export {
  deleteReplacement,
  findBoundWallets,
  findDueReplacement,
  findReplacement,
  findUserWallet,
  findWalletUser,
  hasUnlistedWallet,
  insertWallet,
  lockWallets,
  msUntilReplacement,
  postponeReplacement,
  type Replacement,
  releaseWallet,
  upsertReplacement,
} from './store.ts'
export { walletOwner } from './wallet-owner.ts'
