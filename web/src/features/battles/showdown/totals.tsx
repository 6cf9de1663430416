import { formatWhole } from '@aura/api/money'
import { useTimes } from '#lib/time/times'
import type { BattleDetail, Vote } from '../shared/battle-view.ts'
import { ExtensionNote } from '../shared/extension-note.tsx'
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
          {isOver ? 'Ended' : 'Ends'} {clockTime(battle.endsAt, times)}
        </span>
      </p>
      <ExtensionNote battle={battle} />
      {!isOver && <LatestGifts battle={battle} votes={votes} />}
    </div>
  )
}

/** Millions are set narrower to stay on one line. */
const Amount = ({ value }: { value: number }) => (
  <span className="num" data-long={value >= 100_000 || undefined}>
    {formatWhole(value)}
  </span>
)
