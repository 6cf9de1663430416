import { type ComponentType, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { ReceiptScreen, ShowdownScreen } from '#features/battles'
import { DesignScreen } from '#features/design'
import { HelpScreen } from '#features/help'
import { ReservesScreen } from '#features/reserves'
import { useTitle } from '#lib/use-title'
import { type PublicScreenName, screens, shownTo } from '../../screens.ts'
import { VisitorBar } from '../bars/visitor-bar.tsx'
import { NotFoundScreen } from '../errors/not-found-screen.tsx'
import { LocalOnly } from './local-only.tsx'
import { preloadForScreens } from './preload-for-screens.ts'
import { ToLogin } from './to-login.tsx'

/** Public screens, made to be shared. Listed apart so that visitors load no others. */
const SHARED: Readonly<Record<PublicScreenName, ComponentType>> = {
  showdown: ShowdownScreen,
  battleReceipt: ReceiptScreen,
  reserves: ReservesScreen,
  design: DesignScreen,
  help: HelpScreen,
}

/** The routes of visitors, besides the landing page. */
export default function Visitor() {
  useEffect(preloadForScreens, [])
  return (
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
  )
}

function At({ at }: { at: (typeof screens)[number] }) {
  const shown = shownTo('visitor', at)
  if (shown === 'sign-in') return <ToLogin />
  if (shown !== 'screen' || !('visitor' in at) || at.visitor !== 'screen') return <NotFoundScreen />
  if ('localOnly' in at) {
    return (
      <LocalOnly>
        <DesignScreen />
      </LocalOnly>
    )
  }
  return <Shared title={at.title} screen={SHARED[at.screen]} />
}

function Shared({ title, screen: Screen }: { title: string; screen: ComponentType }) {
  useTitle(title)
  return (
    <>
      <VisitorBar />
      <Screen />
    </>
  )
}
