import { formatWhole } from '@aura/api/money'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { paths } from '#paths'
import type { BattleDetail, Side } from './battle-view.ts'
import styles from './gifters.module.css'

interface GiftersProps {
  side: Side
  /** Sorted by amount, descending. */
  gifters: BattleDetail['topGifters']['challenger']
}

export function Gifters({ side, gifters }: GiftersProps) {
  const max = gifters[0]?.amount ?? 1
  return (
    <section className={styles.gifters} data-aura={side.accent} aria-label={`Top gifters, ${side.name}`}>
      <h2>Top gifters, {side.name}</h2>
      {gifters.length === 0 && <p className={styles.none}>No gifts yet</p>}
      <ol>
        {gifters.map(({ userId, username, amount }, i) => (
          <li key={userId}>
            <span className={`num ${styles.rank}`}>{i + 1}</span>
            <Link href={paths.user(userId)} className={styles.who}>
              {username}
            </Link>
            <i style={{ '--part': amount / max } as CSSProperties} aria-hidden="true" />
            <span className={`num ${styles.amount}`}>
              {formatWhole(amount)}
              <span className="sr-only"> Steeze</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
