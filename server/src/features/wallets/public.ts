export { admittedUsers } from './admitted-users.ts'
export { findOwners, findUserWallet, findWalletUser, insertWallet, lockWallets } from './store.ts'
