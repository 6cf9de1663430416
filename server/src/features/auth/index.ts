export { isAdminRole } from './access-rules.ts'
export { markShown } from './mark-shown.ts'
export { joinWithWallet } from './sign-in/join-with-wallet.ts'
export { proveFresh, requireFresh } from './sign-in/prove-fresh.ts'
