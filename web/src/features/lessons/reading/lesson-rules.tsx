import type { PublicLesson } from '@aura/api/calls/lessons/lesson'
import { ArrowUpRight } from 'lucide-react'
import { calendarFormat } from '../../../lib/time/times.ts'
import styles from '../lesson-dialog.module.css'

const dayText = calendarFormat({ day: 'numeric', month: 'long', year: 'numeric' })

export function Takeaways({ items }: { items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <section className={styles.rule}>
      <h3>Key Takeaways</h3>
      <ol>
        {items.map((text, i) => (
          <li key={text}>
            <span className="num">{i + 1}</span>
            {text}
          </li>
        ))}
      </ol>
    </section>
  )
}

export function Sources({ items }: { items: PublicLesson['sources'] }) {
  const safe = items.filter(({ url }) => url.startsWith('https://'))
  if (safe.length === 0) return null
  return (
    <section className={styles.rule}>
      <h3>Sources</h3>
      <ul>
        {safe.map(({ title, url, checkedOn }) => (
          <li key={url}>
            <ArrowUpRight size={16} aria-hidden="true" />
            <a className="underline underline-offset-4 hover:text-ink" href={url} target="_blank" rel="noreferrer">
              {title}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
            {checkedOn && <span className="col-start-2 text-ink-2 text-sm">Checked on {dayText(checkedOn)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
