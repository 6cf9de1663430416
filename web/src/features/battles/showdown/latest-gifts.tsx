import { formatWhole } from '@aura/api/money'
import { memo } from 'react'
import { Link } from 'wouter'
import { paths } from '#paths'
import { type BattleDetail, nameOf, type Vote } from '../shared/battle-view.ts'
import styles from '../shared/gifters.module.css'

const MAX_SHOWN = 5

export function LatestGifts({ battle, votes }: { battle: BattleDetail; votes: readonly Vote[] }) {
  if (votes.length === 0) return null
  const toName = (id: string) => nameOf(id === battle.challengerId ? battle.challenger : battle.opponent)
  return (
    <section className={styles.latest} aria-label="Latest gifts">
      <h2>Latest gifts</h2>
      <ol>
        {votes.slice(0, MAX_SHOWN).map((vote) => (
          <Gift key={vote.id} vote={vote} to={toName(vote.participantId)} />
        ))}
      </ol>
    </section>
  )
}

const Gift = memo(function Gift({ vote, to }: { vote: Vote; to: string }) {
  const { voterId, voterUsername, participantId, amount } = vote
  return (
    <li>
      <span>
        <Link href={paths.user(voterId)}>{voterUsername}</Link> to <Link href={paths.user(participantId)}>{to}</Link>
      </span>
      <span className="num">
        {formatWhole(amount)}
        <span className="sr-only"> Steeze</span>
      </span>
    </li>
  )
})
