import styles from './day-rule.module.css'
import { RULE_DAYS, type RuleTick, ruleLabels, ruleTicks, shortLabels } from './day-rule-layout.ts'

const BASE_Y = 36

export function DayRule({ streak }: { streak: number }) {
  const ticks = ruleTicks(streak)
  const today = ticks[Math.min(streak, RULE_DAYS) - 1]
  return (
    <div className={styles.rule}>
      <svg className="h-10 w-full overflow-visible" role="img" aria-label={`Day ${streak} of ${RULE_DAYS}`}>
        {ticks.map((tick) => (
          <Tick key={tick.day} tick={tick} />
        ))}
        {today && <circle className="fill-ink" cx={`${today.x}%`} cy="4" r="3.5" />}
      </svg>
      <Labels streak={streak} />
    </div>
  )
}

function Tick({ tick: { x, lit, threshold, level } }: { tick: RuleTick }) {
  const height = lit ? (threshold ? 34 : 24) : threshold ? 18 : 9
  return (
    <line
      x1={`${x}%`}
      x2={`${x}%`}
      y1={BASE_Y}
      y2={BASE_Y - height}
      stroke={lit ? `var(--${level})` : 'var(--line-2)'}
      strokeWidth={lit ? 3 : 1.5}
      strokeLinecap="round"
    />
  )
}

function Labels({ streak }: { streak: number }) {
  const color = (label: { reached: boolean; level: string }) =>
    label.reached ? `var(--${label.level}-text)` : 'var(--ink-3)'
  const [next, last] = shortLabels(streak)
  return (
    <>
      <ul className={styles.placed}>
        {ruleLabels(streak).map((label) => (
          <li
            key={label.level}
            className="absolute whitespace-nowrap"
            style={{
              color: color(label),
              ...(label.x > 90 ? { right: `${100 - label.x}%` } : { left: `${label.x}%` }),
            }}
          >
            {label.text}
          </li>
        ))}
      </ul>
      <ul className={styles.listed} style={{ paddingLeft: `${next.x}%` }}>
        {[next, last].map((label) => (
          <li key={label.level} style={{ color: label.reached ? color(label) : 'var(--ink-2)' }}>
            {label.text}
          </li>
        ))}
      </ul>
    </>
  )
}
