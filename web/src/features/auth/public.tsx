import { lazy, Suspense, useEffect, useState } from 'react'
import { rememberedWallet } from '#lib/wallet/remembered'

export { onSessionExpired, type User, useAuth, useCurrentUser } from './session.ts'
export { useLogout } from './use-logout.ts'

const loadJoinDialog = () => import('./join-dialog.tsx')
const LazyJoinDialog = lazy(loadJoinDialog)
const LazySignInOffer = lazy(() => import('./sign-in-offer.tsx'))

/** Fetches the Join dialog's code ahead of a press that is likely to come. */
export const preloadJoinDialog = (): void => {
  loadJoinDialog().catch(() => undefined)
}

/** The Join dialog; its code is loaded when it is first opened. */
export function JoinDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <LazyJoinDialog open={open} onClose={onClose} />
    </Suspense>
  )
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
