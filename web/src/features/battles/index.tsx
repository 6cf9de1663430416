import { lazy } from 'react'

export type { BesideBattleProps } from './showdown/beside-battle.tsx'
export { FramedBattle } from './stage/framed-battle.tsx'

/** For visitors, below the fold. */
export const Spotlight = lazy(() => import('./list/spotlight.tsx').catch(() => ({ default: NotLoaded })))

const NotLoaded = () => <p className="text-ink-2">The battle didn’t load. Reload the page to try again.</p>
