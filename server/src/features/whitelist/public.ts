export { hasBetaAccess } from './beta-access.ts'
export { findWhitelisted } from './store.ts'
export { whitelistWallet } from './whitelist-wallet.ts'
