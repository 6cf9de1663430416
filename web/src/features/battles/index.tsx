import { lazyPart } from '#ui/layout/lazy-part'

export { BattleStrip } from './list/battle-strip.tsx'
export type { AfterRoundsProps } from './rounds/after-rounds.tsx'
export type { BesideBattleProps } from './showdown/beside-battle.tsx'

/** Loaded late, because visitors see it below the fold. */
export const Spotlight = lazyPart(() => import('./list/spotlight.tsx'), { name: 'The battle' })
