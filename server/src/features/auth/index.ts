export { isAdminRole, isRestricted } from './access-rules.ts'
export { loginPath, sameSitePath } from './login-redirect.ts'
export { openSession, sessionMaxMs } from './open-session.ts'
export { endSessionsExcept, securityNotices, tellOfSecurity } from './security-notices.ts'
export { seeFirst } from './see-first.ts'
export { joinWithWallet } from './sign-in/join-with-wallet.ts'
export { openAccount } from './sign-in/open-account.ts'
export { proveFresh, requireFresh } from './sign-in/prove-fresh.ts'
export {
  insertXConfirmation,
  lockAccount,
} from './store.ts'
export { refuseUnlessXMayReplace } from './wallets/link-wallet.ts'
