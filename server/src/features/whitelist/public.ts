export { hasBetaAccess } from './beta-access.ts'
export { findWhitelisted, isWhitelistedExpression } from './store.ts'
export { whitelistWallet } from './whitelist-wallet.ts'
