import { CSPProvider } from '@base-ui/react/csp-provider'
import { useEffect } from 'react'
import { Route, Switch } from 'wouter'
import type { Screen } from '#lib/feature'
import { Features } from '#lib/features-context'
import { paths } from '#paths'
import { TickLoader } from '#ui/feedback/tick-loader'
import { features, screens } from '../../features.ts'
import { VisitorBar } from '../bars/visitor-bar.tsx'
import { NotFoundScreen } from '../errors/not-found-screen.tsx'

export { preloadScreen } from './lazy-screen.tsx'

import { LazyScreen } from './lazy-screen.tsx'
import { leaveForLogin } from './leave-for-login.ts'
import { LocalOnly } from './local-only.tsx'
import { preloadForScreens } from './preload-for-screens.ts'
import { shownTo } from './shown-to.ts'

export default function Visitor() {
  useEffect(preloadForScreens, [])
  return (
    <CSPProvider disableStyleElements>
      <Features value={features}>
        <Switch>
          {screens.map((at) => (
            <Route key={at.path} path={at.path}>
              <At at={at} />
            </Route>
          ))}
          <Route>
            <NotFoundScreen />
          </Route>
        </Switch>
      </Features>
    </CSPProvider>
  )
}

/** Shown to visitors on signed-in screens: explains, goes to sign-in, and returns here afterwards. */
function ToLogin() {
  useEffect(() => leaveForLogin(() => location.assign(paths.login(location.pathname + location.search))), [])
  return <TickLoader text="Loading Aura..." />
}

function At({ at }: { at: Screen }) {
  const shown = shownTo('visitor', at)
  if (shown === 'sign-in') return <ToLogin />
  if (shown !== 'screen') return <NotFoundScreen />
  if (at.localOnly) {
    return (
      <LocalOnly>
        <LazyScreen at={at} />
      </LocalOnly>
    )
  }
  return (
    <>
      <VisitorBar />
      <LazyScreen at={at} />
    </>
  )
}
