import { STEEZE_RULES } from '@aura/api/rules/steeze'
import { calendarFormat } from '#lib/time/times'
import { coverDays, coverPlot, percentText, type Reserves } from './cover.ts'
import styles from './reserves.module.css'

const dayText = calendarFormat({ day: 'numeric', month: 'short' })

export function CoverHistory({ reserves: { history, block } }: { reserves: Reserves }) {
  const today = [history.at(-1)?.day ?? '', block.time.slice(0, 10)].sort().at(-1) ?? ''
  const days = coverDays(history, today)
  const plot = coverPlot(days, today)
  return (
    <section aria-labelledby="history">
      <h2 id="history">Cover, last {STEEZE_RULES.coverDays} days</h2>
      {plot === null ? (
        <p className={styles.note}>We keep one snapshot per day. There is nothing to cover yet.</p>
      ) : (
        <figure className={styles.plot}>
          <span className={styles.axis} aria-hidden="true">
            <span>{plot.top}%</span>
            <span>{(plot.top + plot.foot) / 2}%</span>
            <span>{plot.foot}%</span>
          </span>
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            role="img"
            aria-label={days.map(({ day, cover }) => `${dayText(day)} ${percentText(cover)}`).join(', ')}
          >
            {plot.bars.map(({ day, x, height, isShort }) => (
              <line
                key={day}
                className={isShort ? styles.short : ''}
                x1={x}
                x2={x}
                y1={100}
                y2={100 - height}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          <figcaption>
            <span>
              {dayText(new Date(Date.parse(`${today}T00:00:00Z`) - 89 * 86_400_000).toISOString().slice(0, 10))}
            </span>
            <span>{dayText(today)}, days in UTC</span>
          </figcaption>
        </figure>
      )}
    </section>
  )
}
