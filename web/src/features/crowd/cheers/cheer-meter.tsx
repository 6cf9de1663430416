import { formatShort, formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import type { BesideBattleProps } from '#features/battles'
import { useLive, usePollingMs } from '#lib/live/use-live'
import { read } from '#lib/query-client'
import styles from './cheer-meter.module.css'

const POLL_MS = 5_000
const MAX_SHOWN = 100_000

const shown = (count: number) => (count < MAX_SHOWN ? formatWhole(count) : formatShort(count))

export function CheerMeter({ battle, sides: [a, b], viewer }: BesideBattleProps) {
  const isActive = battle.status === 'active'
  useLive(...(isActive ? [`cheers:${battle.id}`] : []))
  const pollMs = usePollingMs(POLL_MS)
  const { data } = useQuery({
    ...read('GET /api/battles/:id/cheers', { id: battle.id }),
    refetchInterval: isActive ? pollMs : false,
  })
  const { challenger, opponent } = data ?? { challenger: 0, opponent: 0 }
  const isQuiet = challenger + opponent === 0
  if (!isActive && isQuiet) return null
  return (
    <section
      className={styles.meter}
      aria-label={`Cheers: ${a.name} ${formatWhole(challenger)}, ${b.name} ${formatWhole(opponent)}`}
    >
      <p className={styles.head} aria-hidden="true">
        <Count count={challenger} accent={a.accent} />
        <span className={styles.title}>Cheers</span>
        <Count count={opponent} accent={b.accent} />
      </p>
      <div className={styles.bar} aria-hidden="true">
        {!isQuiet && (
          <>
            <i data-aura={a.accent} style={{ flexGrow: challenger }} />
            <i data-aura={b.accent} style={{ flexGrow: opponent }} />
          </>
        )}
      </div>
      {isActive && (
        <p className={styles.note}>
          {viewer
            ? 'Tap a face to cheer. It’s free and never part of the score.'
            : 'Free, and never part of the score.'}
        </p>
      )}
    </section>
  )
}

const Count = ({ count, accent }: { count: number; accent: string }) => (
  <span className={`num ${styles.count}`} data-aura={accent}>
    <Heart size={16} strokeWidth={1.75} />
    {shown(count)}
  </span>
)
