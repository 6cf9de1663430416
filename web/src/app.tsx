import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { useAuth } from '#features/auth/public'
import { DesignScreen } from '#features/design/public'
import { LandingScreen, LandingSkeleton } from '#features/landing/public'
import { paths } from '#paths'
import { TickLoader } from '#ui/tick-loader'
import { LocalOnly } from './frame/local-only.tsx'
import { NotFoundScreen } from './frame/not-found-screen.tsx'
import { UnreachableScreen } from './frame/unreachable-screen.tsx'

const SignedIn = lazy(() => import('./frame/signed-in.tsx'))

/** What is shown to whom: nobody yet, a signed-in person, or a visitor. */
export function App() {
  const auth = useAuth()
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
      <Route path={paths.design}>
        <LocalOnly>
          <DesignScreen />
        </LocalOnly>
      </Route>
      <Route>{auth.unreachable ? <UnreachableScreen onRetry={auth.retry} /> : <NotFoundScreen />}</Route>
    </Switch>
  )
}
