import { formatWhole } from '@aura/api/money'
import { Link } from 'wouter'
import { paths } from '#paths'
import { type BattleDetail, nameOf, type Vote } from '../shared/battle-view.ts'
import styles from '../shared/gifters.module.css'

const MOST = 5

export function LatestGifts({ battle, votes }: { battle: BattleDetail; votes: readonly Vote[] }) {
  if (votes.length === 0) return null
  const toName = (id: string) => nameOf(id === battle.challengerId ? battle.challenger : battle.opponent)
  return (
    <section className={styles.latest} aria-label="Latest gifts">
      <h2>Latest gifts</h2>
      <ol>
        {votes.slice(0, MOST).map(({ id, voterId, voterUsername, participantId, amount }) => (
          <li key={id}>
            <span>
              <Link href={paths.user(voterId)}>{voterUsername}</Link> to{' '}
              <Link href={paths.user(participantId)}>{toName(participantId)}</Link>
            </span>
            <span className="num">
              {formatWhole(amount)}
              <span className="sr-only"> Steeze</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
