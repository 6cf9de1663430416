import { type ReactNode, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { ReceiptScreen, ShowdownScreen } from '#features/battles/public'
import { DesignScreen } from '#features/design/public'
import { HelpScreen } from '#features/help/public'
import { ReservesScreen } from '#features/reserves/public'
import { useTitle } from '#lib/use-title'
import { helpPages, paths } from '#paths'
import { preloadToast } from '#ui/toast'
import { LocalOnly } from './local-only.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { ToLogin } from './to-login.tsx'
import { VisitorBar } from './visitor-bar.tsx'

/** What is there for somebody who is not signed in, besides the landing page. */
export default function Visitor() {
  useEffect(() => void preloadToast().catch(() => {}), [])
  return (
    <Switch>
      {[paths.battle(':id'), paths.battleAlias(':id')].map((path) => (
        <Route key={path} path={path}>
          <Public title="Showdown">
            <ShowdownScreen />
          </Public>
        </Route>
      ))}
      <Route path={paths.battleReceipt(':id')}>
        <Public title="Battle receipt">
          <ReceiptScreen />
        </Public>
      </Route>
      <Route path={paths.reserves}>
        <Public title="Proof of reserves">
          <ReservesScreen />
        </Public>
      </Route>
      {helpPages.map(({ slug, title }) => (
        <Route key={slug} path={paths.help(slug)}>
          <Public title={title}>
            <HelpScreen />
          </Public>
        </Route>
      ))}
      {[paths.battles, paths.arena, paths.leaderboard, paths.profile, paths.profileOf(':id'), paths.user(':id')].map(
        (path) => (
          <Route key={path} path={path}>
            <ToLogin />
          </Route>
        ),
      )}
      <Route path={paths.design}>
        <LocalOnly>
          <DesignScreen />
        </LocalOnly>
      </Route>
      <Route>
        <NotFoundScreen />
      </Route>
    </Switch>
  )
}

/** A screen that is made to be shared: everybody may see it. */
function Public({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <>
      <VisitorBar />
      {children}
    </>
  )
}
