export { findIneligible, isAnyRestricted, restrictionExpression } from './eligibility.ts'
export { findOwners, type Owners, walletOwner } from './owners.ts'
export {
  type Binding,
  deleteReplacement,
  findBindings,
  findBoundWallets,
  findDueReplacement,
  findReplacement,
  findUserWallet,
  findWalletUser,
  insertWallet,
  isEligibleExpression,
  lockWallets,
  msUntilReplacement,
  postponeReplacement,
  type Replacement,
  releaseWallet,
  upsertReplacement,
} from './store.ts'
