export { admittedUsers } from './admitted-users.ts'
export { joinWithWallet } from './join-with-wallet.ts'
export { findWalletUser } from './store.ts'
