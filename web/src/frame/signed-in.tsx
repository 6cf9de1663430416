import { levelOfStreak } from '@aura/api/levels'
import { useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { useCurrentUser } from '#features/auth/public'
import { useXOutcome } from '#features/x/public'
import { useTitle } from '#lib/use-title'
import { preloadToast } from '#ui/toast'
import { routes, type ScreenRoute } from '../routes.tsx'
import { LocalOnly } from './local-only.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { TopBar } from './top-bar.tsx'

/** Everything a signed-in person sees. */
export default function SignedIn() {
  const { currentStreak } = useCurrentUser()
  useXOutcome()
  const level = levelOfStreak(currentStreak).key
  useEffect(() => void preloadToast().catch(() => {}), [])
  useEffect(() => {
    // The accent of the whole page is the viewer's own level.
    document.documentElement.dataset.aura = level
    return () => {
      document.documentElement.dataset.aura = 'none'
    }
  }, [level])
  return (
    <>
      <TopBar />
      <Switch>
        {routes.map((route) => (
          <Route key={route.path} path={route.path}>
            {route.localOnly ? (
              <LocalOnly>
                <Screen route={route} />
              </LocalOnly>
            ) : (
              <Screen route={route} />
            )}
          </Route>
        ))}
        <Route>
          <NotFoundScreen />
        </Route>
      </Switch>
    </>
  )
}

function Screen({ route: { screen: Content, title } }: { route: ScreenRoute }) {
  useTitle(title)
  return <Content />
}
