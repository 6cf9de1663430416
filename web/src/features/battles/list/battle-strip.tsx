import type { Answer } from '@aura/api/calls'
import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/whole'
import { resultKeys } from '@aura/drawing/side-keys'
import { Link } from 'wouter'
import { countdown } from '#lib/time/countdown'
import { useServerNow } from '#lib/time/server-clock'
import { paths } from '#paths'
import styles from './battle-strip.module.css'
import { useSpotlight } from './use-spotlight.ts'

type Battle = NonNullable<Answer<'GET /api/spotlight'>['battle']>

/** The live battle, or the last result, in two lines. Part of the first page, so it draws nothing. */
export function BattleStrip() {
  const { data } = useSpotlight()
  return <div className={styles.place}>{data?.battle && <Strip battle={data.battle} />}</div>
}

function Strip({ battle }: { battle: Battle }) {
  const { challenger, opponent, rounds, winnerId } = battle
  const a = rounds?.points.challenger ?? battle.challengerVotes
  const b = rounds?.points.opponent ?? battle.opponentVotes
  const isLive = battle.status === 'active'
  const leftMs = Date.parse(battle.votingEndsAt) - useServerNow(isLive ? 1_000 : null)
  const [left, right] = resultKeys(
    levelOfStreak(challenger.currentStreak).key,
    levelOfStreak(opponent.currentStreak).key,
    winnerId ? (winnerId === challenger.id ? 'a' : 'b') : null,
  )
  const side = (person: Battle['challenger'], score: number) => (
    <span className={styles.side}>
      <bdi>{nameOf(person)}</bdi>
      <span className="num">{formatWhole(score)}</span>
      <span className="sr-only">{rounds ? 'points' : 'Steeze'}</span>
    </span>
  )
  return (
    <Link href={paths.battle(battle.id)} className={styles.strip}>
      <span className={styles.line}>
        <b data-live={isLive || undefined}>{isLive ? 'LIVE' : 'LAST BATTLE'}</b>
        <span className="num">
          {isLive ? !rounds && (leftMs > 0 ? countdown(leftMs) : 'Voting Ended') : resultOf(battle)}
        </span>
      </span>
      <span className={styles.bar}>
        <i data-aura={left ?? 'none'} style={{ flexGrow: a + b ? a : 1 }} />
        <i data-aura={right ?? 'none'} style={{ flexGrow: a + b ? b : 1 }} />
      </span>
      <span className={styles.line}>
        {side(challenger, a)}
        {side(opponent, b)}
      </span>
    </Link>
  )
}

const nameOf = ({ firstName, username }: Battle['challenger']) => firstName || username

const resultOf = ({ winnerId, challenger, opponent }: Battle): string =>
  winnerId ? `${nameOf(winnerId === challenger.id ? challenger : opponent)} Wins!` : 'Aura Draw - No Winner'
