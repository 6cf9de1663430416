export { hasBetaAccess } from './beta-access.ts'
export { whitelistWallet } from './whitelist-wallet.ts'
