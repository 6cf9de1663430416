import { levelOfStreak } from '@aura/api/levels'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { FreshSignIn, rememberMember, SignInAgain, type User, useCurrentUser, WithCurrentUser } from '#features/auth'
import { CelebrationHost, useCountedFigures } from '#features/celebration'
import { useProviderOutcome } from '#features/providers'
import { useKeepTrial, useWaitingTrial } from '#features/trial'
import { afterPaint } from '#lib/after-paint'
import type { Screen } from '#lib/feature'
import { Features } from '#lib/features-context'
import { useLive } from '#lib/live/use-live'
import { ViewerTimeZone } from '#lib/time/times'
import { paths } from '#paths'
import { features, screens } from '../../features.ts'
import { RestrictedScreen, RestrictionNotice } from '../bars/restriction.tsx'
import { TabBar } from '../bars/tab-bar.tsx'
import { TopBar } from '../bars/top-bar.tsx'
import { ErrorBoundary } from '../errors/error-boundary.tsx'
import { NotFoundScreen } from '../errors/not-found-screen.tsx'
import { rememberPlaces } from '../focus/scroll-memory.ts'

export { preloadScreen } from './lazy-screen.tsx'

import { LazyScreen } from './lazy-screen.tsx'
import { LocalOnly } from './local-only.tsx'
import { preloadForScreens } from './preload-for-screens.ts'
import { screenBeforeHome } from './screen-before-home.ts'
import { shownTo } from './shown-to.ts'
import { useSessionElsewhere } from './use-session-elsewhere.ts'

const SignedIn = () => (
  <CSPProvider disableStyleElements>
    <WithCurrentUser useFigures={useShownFigures}>
      <Screens />
    </WithCurrentUser>
  </CSPProvider>
)

export default SignedIn

/** A line lit before joining shows until the welcome claims it, so that no ring of the page is unlit again. */
function useShownFigures(user: User): User {
  const counted = useCountedFigures(user)
  const isLit = useWaitingTrial() && screenBeforeHome(user) !== null
  return useMemo(
    () => (isLit && counted.currentStreak === 0 ? { ...counted, currentStreak: 1 } : counted),
    [isLit, counted],
  )
}

function Screens() {
  const user = useCurrentUser()
  const { id, username, currentStreak, auraPoints, timeZone } = user
  const [location] = useLocation()
  const before = screenBeforeHome(user)
  useLive('user')
  const stale = useProviderOutcome()
  useSessionElsewhere()
  useKeepTrial(before !== null && [paths.home, before].includes(location) ? null : location)
  useEffect(rememberPlaces, [])
  // The first use of the storage takes a slow phone 15 ms.
  useEffect(
    () => afterPaint(() => rememberMember({ id, username, days: currentStreak, auraPoints })),
    [id, username, currentStreak, auraPoints],
  )
  const level = levelOfStreak(currentStreak).key
  useEffect(preloadForScreens, [])
  const isDrawn = useDeferredValue(true, false)
  useEffect(() => {
    document.documentElement.dataset.aura = level
    return () => {
      document.documentElement.dataset.aura = 'none'
    }
  }, [level])
  return (
    <Features value={features}>
      <ViewerTimeZone value={timeZone}>
        <TopBar />
        <RestrictionNotice />
        {/* Navigation keeps working when a screen fails. */}
        <ErrorBoundary key={location}>
          <Switch>
            {screens.map((at) => (
              <Route key={at.path} path={at.path}>
                {at.localOnly ? (
                  <LocalOnly>
                    <Guarded at={at} />
                  </LocalOnly>
                ) : (
                  <Guarded at={at} />
                )}
              </Route>
            ))}
            <Route>
              <NotFoundScreen />
            </Route>
          </Switch>
          {stale && (
            <SignInAgain
              open
              purpose="sign-in-again"
              reason={`Connecting ${stale.name} needs a recent sign-in.`}
              onEnd={(signed) => stale.end(signed !== null)}
            />
          )}
        </ErrorBoundary>
        <TabBar />
        {isDrawn && (
          <>
            <FreshSignIn />
            <CelebrationHost userId={id} />
            {features.map(({ name, WhileSignedIn }) => WhileSignedIn && <WhileSignedIn key={name} user={user} />)}
          </>
        )}
      </ViewerTimeZone>
    </Features>
  )
}

function Guarded({ at }: { at: Screen }) {
  const user = useCurrentUser()
  const { isAdmin, restriction } = user
  const shown = shownTo({ isAdmin, isRestricted: restriction !== null }, at)
  const before = at.path === paths.home && shown === 'screen' ? screenBeforeHome(user) : null
  if (before !== null) return <Redirect to={before} replace />
  if (shown === 'not-found') return <NotFoundScreen />
  return shown === 'restricted' ? <RestrictedScreen /> : <LazyScreen at={at} />
}
