export {
  deleteReplacement,
  findDueReplacement,
  findOwners,
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
export { findNoPart } from './who-takes-part.ts'
