import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { rememberedWallet } from '#lib/wallet/remembered'
import { lazyPart } from '#ui/layout/lazy-part'
import { lateDialog } from '#ui/overlay/late-dialog'
import type { SignInAgainProps } from './fresh-sign-in.tsx'

export { freshly } from './freshly.ts'
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

/** Renders nothing if its code doesn't load; `freshly` then throws the refusal. */
export const FreshSignIn = lazy<ComponentType>(() =>
  import('./fresh-sign-in.tsx').catch(() => ({ default: () => null })),
)

const LateSignInAgain = lateDialog<SignInAgainProps & { onClose: () => void }>(async () => ({
  default: (await import('./fresh-sign-in.tsx')).SignInAgain,
}))

export const SignInAgain = (props: SignInAgainProps) => (
  <LateSignInAgain {...props} onClose={() => props.onEnd(false)} />
)

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
