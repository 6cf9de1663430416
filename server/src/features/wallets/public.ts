export { admittedUsers } from './admitted-users.ts'
export {
  deleteReplacement,
  findDueReplacement,
  findOwners,
  findReplacement,
  findUserWallet,
  findWalletUser,
  insertWallet,
  lockWallets,
  msUntilReplacement,
  postponeReplacement,
  type Replacement,
  releaseWallet,
  upsertReplacement,
} from './store.ts'
