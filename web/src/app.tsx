import { useEffect } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { useAuth } from '#features/auth'
import { LandingScreen, LandingSkeleton } from '#features/landing'
import { followSystemTheme } from '#lib/system-theme'
import { paths, safeNext } from '#paths'
import { TickLoader } from '#ui/feedback/tick-loader'
import { UnreachableScreen } from './shell/errors/unreachable-screen.tsx'
import { useArrival } from './shell/guards/use-arrival.ts'
import { useSignInElsewhere } from './shell/guards/use-sign-in-elsewhere.ts'
import { signedIn, visitor } from './shell/guards/who-arrives.ts'

export function App() {
  const auth = useAuth()
  const [path] = useLocation()
  const search = useSearch()
  useEffect(followSystemTheme, [])
  useSignInElsewhere(auth.state === 'unauthenticated')
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
    const next = path === paths.home ? askedNext(search) : null
    if (next !== null) return <Redirect to={next} replace />
    return <signedIn.Component fallback={<TickLoader text="Loading your dashboard..." />} />
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
          <visitor.Component fallback={<TickLoader text="Loading Aura..." />} />
        )}
      </Route>
    </Switch>
  )
}

/** Returns `next` of a sign-in link once the user is signed in, here or in another tab. */
function askedNext(search: string): string | null {
  const query = new URLSearchParams(search)
  return query.get('join') === '1' ? (safeNext(query.get('next'), location.origin) ?? paths.home) : null
}
