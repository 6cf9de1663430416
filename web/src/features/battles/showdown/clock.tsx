import { countdown } from '#lib/time/countdown'
import { useServerNow } from '#lib/time/server-clock'
import { useTimes } from '#lib/time/times'
import { type BattleDetail, battleTitle } from '../shared/battle-view.ts'
import { clockTime } from '../shared/times.ts'
import styles from './showdown.module.css'

export function Clock({ battle }: { battle: BattleDetail }) {
  const times = useTimes()
  const leftMs = Date.parse(battle.endsAt) - useServerNow(1_000)
  return (
    <div className={styles.clock}>
      <h1>{battleTitle(battle)}</h1>
      <p className={`num ${styles.time}`} role="timer" aria-live="off">
        {leftMs > 0 ? countdown(leftMs) : 'Voting Ended'}
      </p>
      <p className={styles.ends}>Ends {clockTime(battle.endsAt, times)}</p>
    </div>
  )
}
