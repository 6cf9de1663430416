import type { Rounds } from '@aura/api/calls/battles/rounds'
import { Link } from 'wouter'
import type { User } from '#features/auth'
import { useOnline } from '#lib/use-online'
import { paths } from '#paths'
import { buttonClass } from '#ui/forms/button'
import type { BattleDetail, Side } from '../shared/battle-view.ts'
import { CrowdCounts } from './cheering.tsx'
import type { OwnRecord } from './own-record.ts'
import { OpenQuestion, Reveal } from './question.tsx'
import { ReadyPanel } from './ready-panel.tsx'
import { answerNote, orderFor, resultText, roundName, SIDE_KEYS } from './round-words.ts'
import styles from './rounds.module.css'
import type { SentAnswer } from './use-answer.ts'

interface CurrentRoundProps {
  battle: BattleDetail
  rounds: Rounds
  sides: readonly [Side, Side]
  own: OwnRecord
  answer: SentAnswer | null
  onAnswer: (number: number, choice: readonly number[], closesAt: string) => void
  viewer: User | null
}

/** Shows the lobby, the open question or its explanation. */
export function CurrentRound({ battle, rounds, sides, own, answer, onAnswer, viewer }: CurrentRoundProps) {
  const { phase, open, last, next } = rounds
  const side = rounds.own?.side ?? null
  const isOnline = useOnline()
  if (phase === 'lobby') return <ReadyPanel battle={battle} rounds={rounds} />
  if (phase === 'open' && open) {
    const sent = answer?.number === open.number ? answer : null
    const choice = own.choice?.number === open.number ? own.choice.choice : (sent?.choice ?? null)
    const isTaken = side !== null && open.answered[side]
    const counted = side === null ? 'Your answer is in.' : 'Your answer is sealed until the round closes.'
    return (
      <>
        <OpenQuestion
          key={open.number}
          name={roundName(open, rounds)}
          round={open}
          order={orderFor(open, side)}
          choice={choice}
          onAnswer={viewer && !isTaken ? (picked) => onAnswer(open.number, picked, open.closesAt) : undefined}
        />
        <p className={styles.note} role="status">
          {answerNote({ sent, isTaken, counted: choice !== null && counted, isOnline })}
        </p>
        {!viewer && (
          <Link href={paths.join(paths.battle(battle.id))} className={buttonClass('secondary', 48)}>
            Join to answer along
          </Link>
        )}
      </>
    )
  }
  if (last) {
    return (
      <Reveal
        key={last.number}
        name={roundName(last, rounds)}
        verdict={resultText(last.result, sides)}
        round={last}
        order={orderFor(last, side)}
        choice={own.choice?.number === last.number ? own.choice.choice : null}
        chosenBy={(option) =>
          sides.filter((_, at) => last.answers[SIDE_KEYS[at] ?? 'challenger']?.choice.includes(option))
        }
      >
        <CrowdCounts crowd={last.crowd} sides={sides} />
      </Reveal>
    )
  }
  if (next) {
    return (
      <p className={styles.sealed}>
        Both are ready. The first question is sealed: its fingerprint is <code>{next.commitment.slice(0, 12)}</code>,
        and the receipt opens it.
      </p>
    )
  }
  return null
}
