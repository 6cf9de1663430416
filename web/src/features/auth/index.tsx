import { lazy, Suspense, useEffect, useState } from 'react'
import { type FreshPurpose, onFreshSignInWanted, type Signed } from '#lib/freshly'
import { rememberedWallet } from '#lib/wallet/remembered'
import { lazyPart } from '#ui/layout/lazy-part'
import { lateDialog } from '#ui/overlay/late-dialog'
import type { SignInAgainProps } from './fresh-sign-in.tsx'

export { LinkWalletButton, LinkWalletDialog } from './link-wallet-button.tsx'
export {
  currentUserQuery,
  forgetSession,
  lookForSession,
  mayHaveSession,
  onSessionExpired,
  type User,
  useAuth,
} from './session.ts'
export { UseShownFigures, useCurrentUser } from './use-current-user.ts'

/** Unsolicited, so a failed import is ignored. */
const LazySignInOffer = lazy(() => import('./sign-in-offer.tsx').catch(() => ({ default: () => null })))

export const JoinDialog = lateDialog(() => import('./join-dialog.tsx'))

export const preloadJoinDialog = (): void => void JoinDialog.preload()

const LateSignInAgain = lateDialog<SignInAgainProps & { onClose: () => void }>(async () => ({
  default: (await import('./fresh-sign-in.tsx')).SignInAgain,
}))

export const SignInAgain = (props: SignInAgainProps) => <LateSignInAgain {...props} onClose={() => props.onEnd(null)} />

/** The dialog behind `freshly`, mounted once while signed in. */
export function FreshSignIn() {
  const [asked, setAsked] = useState<{ settle: (signed: Signed | null) => void; purpose: FreshPurpose } | null>(null)
  useEffect(() => onFreshSignInWanted((settle, purpose) => setAsked({ settle, purpose })), [])
  if (!asked) return null
  const end = (signed: Signed | null) => {
    asked.settle(signed)
    setAsked(null)
  }
  return <SignInAgain open purpose={asked.purpose} onEnd={end} />
}

export const ConfirmWithWallet = lazyPart(() => import('./confirm-with-wallet.tsx'))

export const ReplaceWalletDialog = lateDialog(() => import('./replace-wallet-dialog.tsx'))

export function SignInOffer() {
  const [rdns, setRdns] = useState<string | null>(null)
  useEffect(() => {
    const remembered = rememberedWallet()
    if (!remembered) return
    return whenIdle(() => setRdns(remembered))
  }, [])
  if (!rdns) return null
  return (
    <Suspense>
      <LazySignInOffer rdns={rdns} onDismiss={() => setRdns(null)} />
    </Suspense>
  )
}

function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 2_000 })
  return () => cancelIdleCallback(handle)
}
