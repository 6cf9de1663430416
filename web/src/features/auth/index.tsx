import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { rememberedWallet } from '#lib/wallet/remembered'
import { toast } from '#ui/feedback/toast'
import type { JoinDialogProps } from './join-dialog.tsx'

export { freshly } from './freshly.ts'
export {
  forgetSession,
  lookForSession,
  mayHaveSession,
  onSessionExpired,
  type User,
  useAuth,
  useCurrentUser,
} from './session.ts'

const loadJoinDialog = () => import('./join-dialog.tsx')
/** An offer nobody asked for: where its code does not load, there is none. */
const LazySignInOffer = lazy(() => import('./sign-in-offer.tsx').catch(() => ({ default: () => null })))

/** Fetches the Join dialog's code ahead of a press that is likely to come. */
export const preloadJoinDialog = (): void => {
  loadJoinDialog().catch(() => undefined)
}

/**
 * The Join dialog; its code is loaded when it is first opened. Without a network, or after the server was updated, that
 * can fail: then the page stays as it is and says so, and the next press tries again.
 */
export function JoinDialog({ open, onClose }: JoinDialogProps) {
  const [Loaded, setLoaded] = useState<ComponentType<JoinDialogProps> | null>(null)
  useEffect(() => {
    if (!open || Loaded) return
    let current = true
    loadJoinDialog().then(
      ({ default: Dialog }) => {
        if (current) setLoaded(() => Dialog)
      },
      () => {
        if (!current) return
        toast({ ...LOAD_FAILED, kind: 'destructive' })
        onClose()
      },
    )
    return () => {
      current = false
    }
  }, [open, Loaded, onClose])
  return Loaded && <Loaded open={open} onClose={onClose} />
}

/** The dialog that links a wallet to the account that is signed in. */
export const LinkWalletDialog = lazy(() => import('./link-wallet-dialog.tsx'))

/** Asks for a fresh sign-in where `freshly` needs one. */
export const FreshSignIn = lazy(() => import('./fresh-sign-in.tsx'))

/** Asks the account's wallet to confirm who is here. */
export const ConfirmWithWallet = lazy(() => import('./confirm-with-wallet.tsx'))

/** The dialog that lets another wallet take the place of the account's. */
export const ReplaceWalletDialog = lazy(() => import('./replace-wallet-dialog.tsx'))

const LOAD_FAILED = {
  title: 'This part didn’t load',
  description: 'Check your connection, then reload the page.',
}

/** Offers the signature where a wallet was connected before. Its code waits until the page is at rest. */
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
