import { lazy, Suspense, useEffect, useState } from 'react'
import { rememberedWallet } from '#lib/wallet/remembered'

/** Unsolicited, so a failed import is ignored. */
const LazySignInOffer = lazy(() => import('./sign-in-offer.tsx').catch(() => ({ default: () => null })))

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
