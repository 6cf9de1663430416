import { useIsPainted } from '#lib/after-paint'
import type { Vote } from '../shared/battle-view.ts'
import { Gifters } from '../shared/gifters.tsx'
import { BesideBattle, type BesideBattleProps } from './beside-battle.tsx'
import styles from './showdown.module.css'
import { Totals } from './totals.tsx'

/** Comments, gifters and totals, which wait for the page's first picture. */
export function BelowBattle({ votes, ...beside }: BesideBattleProps & { votes: readonly Vote[] | undefined }) {
  const { battle, sides } = beside
  const [a, b] = sides
  if (!useIsPainted()) return null
  return (
    <>
      <div className={styles.beside}>
        <BesideBattle {...beside} />
      </div>
      <div className={`page ${styles.lists}`}>
        <Gifters side={a} gifters={battle.topGifters.challenger} />
        <Totals battle={battle} votes={votes ?? []} />
        <Gifters side={b} gifters={battle.topGifters.opponent} />
      </div>
    </>
  )
}
