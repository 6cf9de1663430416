export { hasBetaAccess } from './beta-access.ts'
export {
  admitInvited,
  deactivateEntry,
  findEntries,
  isWhitelistedExpression,
  lockWhitelist,
} from './store.ts'
export { whitelistWallet } from './whitelist-wallet.ts'
