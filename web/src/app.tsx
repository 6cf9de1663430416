import { lazy, Suspense, useEffect } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { useAuth } from '#features/auth/public'
import { LandingScreen, LandingSkeleton } from '#features/landing/public'
import { followSystemTheme } from '#lib/system-theme'
import { paths } from '#paths'
import { TickLoader } from '#ui/tick-loader'
import { UnreachableScreen } from './frame/unreachable-screen.tsx'
import { useArrival } from './frame/use-arrival.ts'

const SignedIn = lazy(() => import('./frame/signed-in.tsx'))
const Visitor = lazy(() => import('./frame/visitor.tsx'))

/** What is shown to whom: nobody yet, a signed-in person, or a visitor. */
export function App() {
  const auth = useAuth()
  const [path] = useLocation()
  useEffect(followSystemTheme, [])
  useArrival(auth.state === 'loading' ? null : `${auth.state} ${path}`)
  if (auth.state === 'loading') {
    return (
      <Switch>
        <Route path={paths.home}>
          <LandingSkeleton />
        </Route>
        <Route>
          <TickLoader text="Loading Aura..." />
        </Route>
      </Switch>
    )
  }
  if (auth.state === 'authenticated') {
    return (
      <Suspense fallback={<TickLoader text="Loading your dashboard..." />}>
        <SignedIn />
      </Suspense>
    )
  }
  return (
    <Switch>
      <Route path={paths.home}>
        <LandingScreen />
      </Route>
      <Route>
        {auth.unreachable ? (
          <UnreachableScreen onRetry={auth.retry} />
        ) : (
          <Suspense fallback={<TickLoader text="Loading Aura..." />}>
            <Visitor />
          </Suspense>
        )}
      </Route>
    </Switch>
  )
}
