import { ROUND_RULES } from '@aura/api/rules/rounds'
import { useServerNow } from '#lib/time/server-clock'
import type { Side } from '../shared/battle-view.ts'
import { secondsUntil, timeTold } from './round-clock.ts'
import { questionTold, type RoundsProgress, roundName } from './round-words.ts'
import styles from './rounds.module.css'

/** The server's time, which everybody reads alike. */
export function Clock({ rounds }: { rounds: RoundsProgress }) {
  const { phase, open, next } = rounds
  const nowMs = useServerNow(phase === 'over' ? null : 200)
  if (phase === 'open' && open) {
    const leftS = Math.min(ROUND_RULES.answerSeconds, secondsUntil(open.closesAt, nowMs))
    return (
      <>
        <p className={`num ${styles.seconds}`} role="timer" aria-live="off" data-late={leftS <= 5 || undefined}>
          {leftS}
          <span className="sr-only"> seconds left</span>
        </p>
        <p className={styles.of}>{roundName(open, rounds)}</p>
      </>
    )
  }
  if (next) {
    const name = roundName(next, rounds)
    return (
      <>
        <p className={`num ${styles.seconds}`} role="timer" aria-live="off">
          {Math.min(ROUND_RULES.explainSeconds, secondsUntil(next.opensAt, nowMs))}
          <span className="sr-only"> seconds until it opens</span>
        </p>
        <p className={styles.of}>{name} next</p>
      </>
    )
  }
  return null
}

type Result = RoundsProgress['results'][number]['result']

interface PipsProps {
  rounds: RoundsProgress
  accents: readonly [Side['accent'], Side['accent']]
  textOf: (result: Result) => string
}

/** The results so far, and as many empty places as questions are left. */
export function Pips({ rounds: { results, bestOf, phase, open, next }, accents: [a, b], textOf }: PipsProps) {
  const counted = results.filter(({ result }) => result !== 'interrupted')
  if (counted.length === 0 && phase !== 'countdown' && phase !== 'open') return null
  const isSuddenDeath = (open ?? next)?.isSuddenDeath || counted.some((each) => each.isSuddenDeath)
  const places = isSuddenDeath ? bestOf + ROUND_RULES.suddenDeath : bestOf
  const empty = phase === 'over' ? 0 : Math.max(0, places - counted.length)
  return (
    <ol className={styles.pips} aria-label="Rounds so far">
      {counted.map(({ number, result, isSuddenDeath: isSudden }) => (
        <li
          key={number}
          data-result={result}
          data-sudden={isSudden || undefined}
          data-aura={result === 'challenger' ? a : result === 'opponent' ? b : 'none'}
        >
          <span className="sr-only">{textOf(result)}</span>
          {result === 'shared' && (
            <>
              <i data-aura={a} />
              <i data-aura={b} />
            </>
          )}
        </li>
      ))}
      {Array.from({ length: empty }, (_, nr) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <li key={`open ${nr}`} aria-hidden="true" data-sudden={counted.length + nr >= bestOf || undefined} />
      ))}
    </ol>
  )
}

interface AnnouncementsProps {
  rounds: RoundsProgress
  order: readonly number[]
  /** What is revealed, and how it ended. */
  told: string
}

/** Says each question once, the time twice, and each result. */
export function Announcements({ rounds, order, told }: AnnouncementsProps) {
  const { phase, open } = rounds
  const isOpen = phase === 'open' && open !== null
  const nowMs = useServerNow(isOpen ? 500 : null)
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && questionTold(roundName(open, rounds), open, order)}
      </p>
      <p role="status" className="sr-only">
        {isOpen && timeTold(secondsUntil(open.closesAt, nowMs))}
      </p>
      <p role="status" className="sr-only">
        {told}
      </p>
    </>
  )
}
