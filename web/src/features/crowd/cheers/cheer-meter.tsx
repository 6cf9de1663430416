import { formatShort, formatWhole } from '@aura/api/money'
import { Heart } from 'lucide-react'
import type { BesideBattleProps } from '#features/battles'
import { Chats } from './chats.tsx'
import styles from './cheer-meter.module.css'
import { useCheers } from './use-cheers.ts'

const MAX_SHOWN = 100_000

const shown = (count: number) => (count < MAX_SHOWN ? formatWhole(count) : formatShort(count))

export function CheerMeter(props: BesideBattleProps) {
  const {
    battle,
    sides: [a, b],
    viewer,
  } = props
  const isActive = battle.status === 'active'
  const { data } = useCheers(battle.id, { isFollowed: isActive })
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
      {isActive && data && <Chats {...props} chats={data.chats} />}
    </section>
  )
}

const Count = ({ count, accent }: { count: number; accent: string }) => (
  <span className={`num ${styles.count}`} data-aura={accent}>
    <Heart size={16} strokeWidth={1.75} />
    {shown(count)}
  </span>
)
