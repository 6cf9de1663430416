export { joinWithWallet } from './join-with-wallet.ts'
export { findWalletUser } from './store.ts'
