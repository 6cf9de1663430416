import { countdown } from '#lib/time/countdown'
import { useServerNow } from '#lib/time/server-clock'
import type { Battle } from './battle-view.ts'
import styles from './recruit.module.css'

export function TimeLeft({ battle: { status, battleStartsAt, endsAt } }: { battle: Battle }) {
  const isActive = status === 'active'
  const leftMs = Date.parse(isActive ? endsAt : battleStartsAt) - useServerNow(1_000)
  return (
    <p className={styles.left}>
      {isActive ? 'Ends in' : 'Starts in'} <b className="num">{countdown(leftMs)}</b>
    </p>
  )
}
