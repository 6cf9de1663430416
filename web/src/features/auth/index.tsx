import { lazy, Suspense, useEffect, useState } from 'react'
import { rememberedWallet } from '#lib/wallet/remembered'
import { lateDialog } from '#ui/overlay/late-dialog'

export { ConfirmWithWallet, FreshSignIn, ReplaceWalletDialog, SignInAgain } from './for-members.tsx'
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

/** Unsolicited, so a failed import is ignored. */
const LazySignInOffer = lazy(() => import('./sign-in-offer.tsx').catch(() => ({ default: () => null })))

export const JoinDialog = lateDialog(() => import('./join-dialog.tsx'))

export const preloadJoinDialog = (): void => void JoinDialog.preload()

export function SignInOffer() {
  const [rdns, setRdns] = useState<string | null>(null)
  useEffect(() => {
    const remembered = rememberedWallet()
    if (!remembered) return
    const offer = () => setRdns(remembered)
    // Safari doesn't say when it is idle.
    if (typeof requestIdleCallback === 'undefined') setTimeout(offer, 500)
    else requestIdleCallback(offer, { timeout: 2_000 })
  }, [])
  if (!rdns) return null
  return (
    <Suspense>
      <LazySignInOffer rdns={rdns} onDismiss={() => setRdns(null)} />
    </Suspense>
  )
}
