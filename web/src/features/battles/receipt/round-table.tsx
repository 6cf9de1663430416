import { useTimes } from '#lib/time/times'
import { roundName } from '../rounds/round-words.ts'
import type { Side } from '../shared/battle-view.ts'
import styles from './receipt.module.css'
import type { Receipt } from './use-receipt.ts'

type Rounds = NonNullable<Receipt['rounds']>
type Round = Rounds['rounds'][number]

const SIDES = ['challenger', 'opponent'] as const

const RESULTS: Record<Exclude<Round['result'], (typeof SIDES)[number]>, string> = {
  shared: 'Shared',
  nobody: 'Nobody',
  interrupted: 'Interrupted',
}

interface Sealed {
  text: string
  options: string[]
  right: number[]
}

/** Reads the question that a round's commitment covers. Returns null if this page doesn't know its form. */
export function readSealed(sealed: string): { text: string; options: string[]; right: string[] } | null {
  try {
    const { text, options, right } = JSON.parse(sealed) as Sealed
    return { text, options, right: right.map((option) => options[option] ?? '') }
  } catch {
    return null
  }
}

/** Returns how long an answer took as the receipt counts it: from the opening, less its round trip. */
export function answerMs({ openedAt }: Round, answer: NonNullable<Round['answers']['challenger']>): number {
  return Math.max(0, Date.parse(answer.at) - Date.parse(openedAt) - answer.roundTripMs)
}

/** Returns why a battle of rounds has none. */
function unplayedText(absent: Rounds['absent'], [a, b]: readonly [Side, Side]): string {
  if (absent === null) return 'No question was asked.'
  if (absent === 'both') return 'Neither was ready in time. No question was asked.'
  const [missing, ready] = absent === 'challenger' ? [a, b] : [b, a]
  return `Walkover: ${missing.name} wasn’t ready in time. No question was asked, and half the stake went to ${ready.name}.`
}

/** Lists a battle’s rounds with questions, answers, times and points, or says why there are none. */
export function RoundTable({
  rounds: { rounds, bestOf, absent },
  sides,
}: {
  rounds: Rounds
  sides: readonly [Side, Side]
}) {
  const times = useTimes()
  if (rounds.length === 0) return <p className={styles.unplayed}>{unplayedText(absent, sides)}</p>
  let counted = 0
  const results = rounds.map(({ number, result }) => {
    const isSuddenDeath = counted >= bestOf
    if (result !== 'interrupted') counted += 1
    return { number, result, isSuddenDeath }
  })
  const nameOf = (result: Round['result']) =>
    result === 'challenger' ? sides[0].name : result === 'opponent' ? sides[1].name : RESULTS[result]
  return (
    <section aria-labelledby="rounds" className={styles.rounds}>
      <h2 id="rounds" className={styles.columnTitle}>
        Rounds
      </h2>
      <ol>
        {rounds.map((round, at) => {
          const sealed = readSealed(round.sealed)
          return (
            <li key={round.number}>
              <p className={styles.roundName}>{results[at] && roundName(results[at], { bestOf, results })}</p>
              <h3>{sealed?.text ?? `Round ${round.number}`}</h3>
              {sealed && <p>Right: {sealed.right.join(', ')}</p>}
              <dl>
                {SIDES.map((key, at) => {
                  const answer = round.answers[key]
                  const chosen = answer?.choice.map((option) => sealed?.options[option] ?? `${option}`)
                  return (
                    <div key={key} data-aura={sides[at]?.accent}>
                      <dt>{sides[at]?.name}</dt>
                      <dd>
                        {answer ? (
                          <>
                            {chosen?.join(', ')}{' '}
                            <span className="num">{(answerMs(round, answer) / 1_000).toFixed(3)} s</span>
                          </>
                        ) : (
                          'No answer'
                        )}
                      </dd>
                    </div>
                  )
                })}
                <div data-aura="none">
                  <dt>Point</dt>
                  <dd>{nameOf(round.result)}</dd>
                </div>
              </dl>
              <p className={styles.commitment}>
                Sealed before {times.seconds(round.openedAt)} as <code>{round.commitment}</code>
              </p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
