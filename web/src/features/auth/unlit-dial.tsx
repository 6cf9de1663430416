import { AURA_LEVELS } from '@aura/api/levels'
import { dialTicks } from '@aura/drawing/ring-ticks'
import { RingDay } from '#aura/ring-day.tsx'
import styles from './join.module.css'

const TICKS = dialTicks(
  AURA_LEVELS.map((level) => level.minDays),
  98,
  150,
)

export function UnlitDial() {
  return (
    <div className="relative grid place-items-center border-r border-line bg-bg" aria-hidden="true">
      <svg
        className="w-68 text-line-2"
        viewBox="0 0 300 300"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <circle cx="150" cy="150" r="98" />
        <path d={TICKS} />
      </svg>
      <RingDay days={0} className={styles.day} />
    </div>
  )
}
