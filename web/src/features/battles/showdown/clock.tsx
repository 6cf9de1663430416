import { STREAM_RULES } from '@aura/api/rules/streams'
import { countdown } from '#lib/time/countdown'
import { useTimes } from '#lib/time/times'
import { type BattleDetail, battleTitle } from '../shared/battle-view.ts'
import { clockTime } from '../shared/times.ts'
import { useTimeLeft } from './final/use-time-left.ts'
import styles from './showdown.module.css'

export function Clock({ battle }: { battle: BattleDetail }) {
  const times = useTimes()
  const leftMs = useTimeLeft(battle.endsAt)
  return (
    <div className={styles.clock}>
      <h1>{battleTitle(battle)}</h1>
      <p className={`num ${styles.time}`} role="timer" aria-live="off">
        {leftMs > 0 ? countdown(leftMs) : 'Voting Ended'}
      </p>
      <p className={styles.ends}>Ends {clockTime(battle.endsAt, times)}</p>
      {battle.streams && <p className={styles.late}>Their picture may be up to {STREAM_RULES.delaySeconds} s late</p>}
    </div>
  )
}
