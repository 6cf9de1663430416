import { formatWhole } from '@aura/api/money'
import { Cast } from 'lucide-react'
import { Link } from 'wouter'
import { useAuth } from '#features/auth'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import type { BattleDetail, Vote } from '../shared/battle-view.ts'
import { ExtensionNote } from '../shared/extension-note.tsx'
import { OutageNote } from '../shared/outage-note.tsx'
import { clockTime } from '../shared/times.ts'
import { LatestGifts } from './latest-gifts.tsx'
import styles from './showdown.module.css'

interface TotalsProps {
  battle: BattleDetail
  votes: readonly Vote[]
}

export function Totals({ battle, votes }: TotalsProps) {
  const times = useTimes()
  const isOver = battle.status === 'completed'
  const isSignedIn = useAuth().state === 'authenticated'
  return (
    <div className={styles.totals}>
      <dl>
        <div>
          <dt>Total stakes</dt>
          <dd>
            <Amount value={battle.challengerStake + battle.opponentStake} /> AP
          </dd>
        </div>
        <div>
          <dt>Total gifts</dt>
          <dd>
            <Amount value={battle.totalVotes} />
          </dd>
        </div>
      </dl>
      <p className={styles.times}>
        <span>Started {clockTime(battle.battleStartsAt, times)}</span>
        <span>
          {isOver ? 'Ended' : battle.rounds ? 'Ends by' : 'Ends'} {clockTime(battle.endsAt, times)}
        </span>
      </p>
      <ExtensionNote battle={battle} />
      <OutageNote battle={battle} />
      {!isOver && <LatestGifts battle={battle} votes={votes} />}
      {isSignedIn && (
        <Link href={paths.streamOf(battle.id)} className={styles.stream}>
          <Cast size={16} strokeWidth={1.75} aria-hidden="true" />
          Show on stream
        </Link>
      )}
    </div>
  )
}

const Amount = ({ value }: { value: number }) => (
  <span className="num" data-long={value >= 100_000 || undefined}>
    {formatWhole(value)}
  </span>
)
