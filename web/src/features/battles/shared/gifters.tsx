import { formatWhole } from '@aura/api/money'
import { type CSSProperties, memo } from 'react'
import { Link } from 'wouter'
import { paths } from '#paths'
import type { BattleDetail, Side } from './battle-view.ts'
import styles from './gifters.module.css'

interface GiftersProps {
  side: Side
  gifters: BattleDetail['topGifters']['challenger']
}

export function Gifters({ side, gifters }: GiftersProps) {
  const max = gifters[0]?.amount ?? 1
  return (
    <section
      className={styles.gifters}
      style={{ '--bar': `var(--${side.color})` } as CSSProperties}
      aria-label={`Top gifters, ${side.name}`}
    >
      <h2>Top gifters, {side.name}</h2>
      {gifters.length === 0 && <p className={styles.none}>No gifts yet</p>}
      <ol>
        {gifters.map(({ userId, username, amount }, i) => (
          <Gifter key={userId} rank={i + 1} userId={userId} username={username} amount={amount} part={amount / max} />
        ))}
      </ol>
    </section>
  )
}

interface GifterProps {
  rank: number
  userId: string
  username: string
  amount: number
  part: number
}

/** Memoised, because most scores of a live battle change few of its gifters. */
const Gifter = memo(function Gifter({ rank, userId, username, amount, part }: GifterProps) {
  return (
    <li>
      <span className={`num ${styles.rank}`}>{rank}</span>
      <Link href={paths.user(userId)} className={styles.who}>
        {username}
      </Link>
      <i style={{ '--part': part } as CSSProperties} aria-hidden="true" />
      <span className={`num ${styles.amount}`}>
        {formatWhole(amount)}
        <span className="sr-only"> Steeze</span>
      </span>
    </li>
  )
})
