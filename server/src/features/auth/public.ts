export { joinWithWallet } from './join-with-wallet.ts'
