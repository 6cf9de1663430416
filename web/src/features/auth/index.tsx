export { ConfirmWithWallet, FreshSignIn, ReplaceWalletDialog, SignInAgain } from './for-members.tsx'
export { JoinDialog, preloadJoinDialog } from './late-join-dialog.ts'
export { SignInOffer } from './late-sign-in-offer.tsx'
export { LinkWalletButton, LinkWalletDialog } from './link-wallet-button.tsx'
export { forgetMember, rememberMember } from './member.ts'
export {
  currentUserQuery,
  forgetSession,
  lookForSession,
  mayHaveSession,
  onSessionExpired,
  type User,
  useAuth,
} from './session.ts'
export { useCurrentUser, WithCurrentUser } from './use-current-user.ts'
