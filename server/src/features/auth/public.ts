export { admittedUsers } from '#features/wallets/public'
export { joinWithWallet } from './join-with-wallet.ts'
