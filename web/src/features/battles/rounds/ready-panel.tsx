import type { Rounds } from '@aura/api/calls/battles/rounds'
import { formatWhole } from '@aura/api/money'
import { ROUND_RULES, roundsText, walkoverAp } from '@aura/api/rules/rounds'
import { Check, Hourglass } from 'lucide-react'
import { useServerNow } from '#lib/time/server-clock'
import { useTimes } from '#lib/time/times'
import { Button } from '#ui/forms/button'
import { type Battle, sidesOf } from '../shared/battle-view.ts'
import { clockTime } from '../shared/times.ts'
import { secondsUntil } from './round-clock.ts'
import { SIDE_KEYS } from './round-words.ts'
import styles from './rounds.module.css'
import { canBeReady, usePings, useReady } from './use-ready.ts'
import { useRounds } from './use-rounds.ts'

/** The lobby before the start, on the page of an accepted battle. */
export default function UpcomingLobby({ battle, viewerId }: { battle: Battle; viewerId: string | undefined }) {
  const { data: rounds } = useRounds(battle, viewerId)
  return rounds && rounds.phase !== 'over' ? <ReadyPanel battle={battle} rounds={rounds} /> : null
}

export function ReadyPanel({ battle, rounds }: { battle: Battle; rounds: Rounds }) {
  const times = useTimes()
  const nowMs = useServerNow(500)
  const { press, isPending } = useReady(battle.id, rounds)
  const { lobby, own, phase } = rounds
  usePings(battle.id, own?.side != null && phase === 'lobby')
  if (!lobby) return null
  const isOpen = phase === 'lobby' || nowMs >= Date.parse(lobby.readyFrom)
  const isMine = own?.side != null
  const isReady = own?.side != null && lobby.ready[own.side]
  const atStake = `${formatWhole(walkoverAp(battle.challengerStake))} AP and the battle`
  const inTime = `ready ${ROUND_RULES.lobbySeconds} seconds after the start`
  return (
    <section className={styles.lobby} aria-label="Lobby">
      <h2 className="h3">
        {phase !== 'lobby' ? roundsText(rounds.bestOf) : isMine ? 'Be ready within a minute' : 'Waiting for both'}
      </h2>
      {phase === 'lobby' && (
        <p className={`num ${styles.seconds}`} role="timer" aria-live="off">
          {Math.min(ROUND_RULES.lobbySeconds, secondsUntil(lobby.closesAt, nowMs))}
          <span className="sr-only"> seconds left</span>
        </p>
      )}
      {isOpen && (
        <ul className={styles.ready}>
          {sidesOf(battle).map(({ person, name, accent }, at) => {
            const has = lobby.ready[SIDE_KEYS[at] ?? 'challenger']
            const Sign = has ? Check : Hourglass
            return (
              <li key={person.id} data-aura={accent} data-ready={has || undefined}>
                <Sign size={18} strokeWidth={1.75} aria-hidden="true" />
                <b>{name}</b> {has ? 'is ready' : 'isn’t ready yet'}
              </li>
            )
          })}
        </ul>
      )}
      {canBeReady(rounds) && (
        <Button size={56} busy={isPending && 'Getting ready...'} onClick={press}>
          I’m ready
        </Button>
      )}
      <p role="status">{isReady && 'You’re ready. Stay on this page.'}</p>
      <p className={styles.fine}>
        {!isOpen &&
          `From ${clockTime(lobby.readyFrom, times)} both can press Ready. The battle starts as soon as both have. `}
        {`Each question takes at most ${ROUND_RULES.answerSeconds} seconds. Right beats wrong; if both are right, the faster one gets the point. ${isMine ? `If you aren’t ${inTime}, you lose` : `Whoever isn’t ${inTime} loses`} ${atStake}.`}
      </p>
    </section>
  )
}
