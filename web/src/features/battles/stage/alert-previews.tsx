import type { CSSProperties } from 'react'
import { type Battle, sidesOf } from '../shared/battle-view.ts'
import { AlertCard } from './alert-card.tsx'
import type { Alert } from './alerts.ts'
import type { StageOptions } from './stage-options.ts'
import styles from './stream-screen.module.css'

const GIVEN = 25

const PREVIEWS: readonly { name: string; alert: Alert }[] = [
  {
    name: 'Gift',
    alert: {
      kind: 'gift',
      seq: 1,
      giverId: '',
      name: 'top_fan',
      image: null,
      side: 0,
      amount: GIVEN,
      count: 1,
      more: { count: 3, amount: 40 },
    },
  },
  { name: 'Lead change', alert: { kind: 'lead', side: 1 } },
  { name: 'Final minute', alert: { kind: 'minute' } },
  { name: 'Win', alert: { kind: 'win', side: 0, gifter: `Top gifter: top_fan, ${GIVEN} Steeze` } },
]

/** Each alert as the overlay shows it, in the proportions of a scene of 1920 by 1080. */
export function AlertPreviews({ battle, options }: { battle: Battle; options: StageOptions }) {
  const sides = sidesOf({ ...battle, winnerId: null })
  return (
    <section className={styles.previews} data-theme={options.theme} aria-label="Alerts as they will look">
      {PREVIEWS.map(({ name, alert }) => (
        <figure key={name} style={{ '--scale': options.scale } as CSSProperties}>
          <figcaption>{name}</figcaption>
          <AlertCard alert={alert} sides={sides} options={options} />
        </figure>
      ))}
    </section>
  )
}
