export { isAdminRole, isRestricted } from './access-rules.ts'
export { joinWithWallet } from './join-with-wallet.ts'
export { refuseUnlessXMayReplace } from './link-wallet.ts'
export { loginPath, sameSitePath } from './login-redirect.ts'
export { openAccount } from './open-account.ts'
export { openSession, sessionMaxMs } from './open-session.ts'
export { proveFresh, requireFresh } from './prove-fresh.ts'
export { endSessionsExcept, securityNotices, tellOfSecurity } from './security-notices.ts'
export {
  insertXConfirmation,
  lockAccount,
} from './store.ts'
