import { ROUND_RULES } from '@aura/api/rules/rounds'
import { describe, expect, it } from 'vitest'
import { sealedText } from '../rounds/rounds.rules.ts'
import {
  drawAgainst,
  drawAgainstNobody,
  LONGEST_PRACTICE_MS,
  type PracticeRound,
  type PracticeState,
  type Recording,
  shownCount,
  streaksOf,
  timelineOf,
} from './practice.rules.ts'

const START = Date.parse('2026-03-02T12:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1_000)
const { countdownSeconds, answerSeconds, explainSeconds, maxRoundTripMs } = ROUND_RULES
const LATEST_S = answerSeconds + maxRoundTripMs / 1_000

const sealed = sealedText({
  lessonId: 'keys',
  questionId: 'q1',
  kind: 'choose-one',
  text: 'Which?',
  options: ['This', 'That'],
  right: [0],
  explanation: '',
  optionExplanations: ['', ''],
  lesson: { title: 'Keys', paragraph: 1 },
})

const round = (
  recorded: PracticeRound['recorded'],
  given?: { isRight: boolean; seconds: number; tripMs?: number },
) => ({
  sealed,
  recorded,
  isReplaced: false,
  answer: given ? { choice: [given.isRight ? 0 : 1], at: at(given.seconds), roundTripMs: given.tripMs ?? 0 } : null,
})

const RIGHT_AFTER_4 = { isRight: true, ms: 4_000 }
const WRONG = { isRight: false, ms: 4_000 }

const practice = (rounds: PracticeRound[], changes: Partial<PracticeState> = {}): PracticeState => ({
  bestOf: 3,
  startedAt: at(0),
  stoppedAt: null,
  rounds,
  ...changes,
})

describe('a practice', () => {
  it('opens, closes and explains its questions by the time alone [battles.practice-clock]', () => {
    const unanswered = practice([round(null), round(null), round(null)])
    const phase = (seconds: number) => {
      const { phase, ahead, closed } = timelineOf(unanswered, at(seconds))
      return [phase, ahead?.number, closed.length]
    }
    let opens = countdownSeconds
    expect(phase(0)).toEqual(['countdown', 1, 0])
    expect(phase(opens)).toEqual(['open', 1, 0])
    expect(phase(opens + LATEST_S - 0.001)).toEqual(['open', 1, 0])
    expect(phase(opens + LATEST_S)).toEqual(['reveal', 2, 1])
    opens += LATEST_S + explainSeconds
    expect(phase(opens - 0.001)).toEqual(['reveal', 2, 1])
    expect(phase(opens)).toEqual(['open', 2, 1])
    const longest = LONGEST_PRACTICE_MS / 1_000
    expect(phase(opens + 2 * (LATEST_S + explainSeconds) - 0.001)).toEqual(['reveal', undefined, 3])
    expect(phase(longest)).toEqual(['over', undefined, 3])
  })

  it('closes a question with its answer, and the recorded one is faster, slower or shares [battles.practice-result]', () => {
    const results = [3.9, 4.2, 4.3].map((seconds) => {
      const answered = round(RIGHT_AFTER_4, { isRight: true, seconds: countdownSeconds + seconds })
      const rounds = [answered, round(RIGHT_AFTER_4), round(RIGHT_AFTER_4)]
      return timelineOf(practice(rounds), at(countdownSeconds + 5)).closed[0]?.result
    })
    expect(results).toEqual(['shared', 'shared', 'opponent'])
    const fast = round(RIGHT_AFTER_4, { isRight: true, seconds: countdownSeconds + 4.3, tripMs: 600 })
    expect(timelineOf(practice([fast]), at(countdownSeconds + 4.3)).closed[0]?.result).toBe('challenger')
    const wrong = round(WRONG, { isRight: false, seconds: countdownSeconds + 1 })
    expect(timelineOf(practice([wrong]), at(60)).closed[0]?.result).toBe('nobody')
  })

  it('ends once the lead can’t be caught up, after sudden death, or with its last question [battles.practice-result]', () => {
    const lost = practice([round(RIGHT_AFTER_4), round(RIGHT_AFTER_4), round(RIGHT_AFTER_4)])
    const end = timelineOf(lost, at(120))
    expect([end.phase, end.closed.length, end.winner, end.points]).toEqual([
      'over',
      2,
      'opponent',
      { challenger: 0, opponent: 2 },
    ])
    const tied = Array.from({ length: 4 }, () => round(WRONG))
    expect(timelineOf(practice(tied), at(300))).toMatchObject({ phase: 'over', isDecided: true, winner: null })
    const sudden = [...tied.slice(0, 3), round(RIGHT_AFTER_4), round(RIGHT_AFTER_4)]
    const decided = timelineOf(practice(sudden), at(300))
    expect([decided.closed.length, decided.closed[3]?.isSuddenDeath, decided.winner]).toEqual([4, true, 'opponent'])
    // Against nobody every question is asked, and nobody wins.
    const alone = practice(
      [0, 1, 2].map((nr) => round(null, { isRight: true, seconds: countdownSeconds + 1 + nr * 7 })),
    )
    expect(timelineOf(alone, at(60))).toMatchObject({ points: { challenger: 3, opponent: 0 }, winner: null })
  })

  it('that was stopped is over, with what was closed by then [battles.practice-stop]', () => {
    const rounds = [round(RIGHT_AFTER_4), round(RIGHT_AFTER_4), round(RIGHT_AFTER_4)]
    const stopped = practice(rounds, { stoppedAt: at(countdownSeconds + 1) })
    expect(timelineOf(stopped, at(countdownSeconds))).toMatchObject({ phase: 'open' })
    expect(timelineOf(stopped, at(200))).toMatchObject({ phase: 'over', ahead: null, closed: [], isDecided: false })
  })

  it('has shown the questions that opened before it was over or stopped [battles.practice-questions]', () => {
    const rounds = [round(WRONG), round(WRONG), round(WRONG)]
    const shown = (stoppedAt: number | null, seconds: number) =>
      shownCount(practice(rounds, { stoppedAt: stoppedAt === null ? null : at(stoppedAt) }), at(seconds))
    expect([shown(null, countdownSeconds - 1), shown(null, countdownSeconds)]).toEqual([0, 1])
    const second = countdownSeconds + LATEST_S + explainSeconds
    expect([shown(null, second - 1), shown(null, second), shown(null, 300)]).toEqual([1, 2, 3])
    expect([shown(1, 300), shown(countdownSeconds + 1, 300), shown(countdownSeconds + 1, countdownSeconds)]).toEqual([
      0, 1, 1,
    ])
    const lost = [round(RIGHT_AFTER_4), round(RIGHT_AFTER_4), round(RIGHT_AFTER_4)]
    expect(shownCount(practice(lost), at(300))).toBe(2)
  })

  it('counts right answers in a row', () => {
    const rounds = [
      round(RIGHT_AFTER_4, { isRight: false, seconds: countdownSeconds + 1 }),
      round(WRONG, { isRight: true, seconds: countdownSeconds + 8 }),
    ]
    const { closed } = timelineOf(practice(rounds, { bestOf: 5 }), at(countdownSeconds + 9))
    expect(streaksOf(closed)).toEqual({ challenger: 1, opponent: 0 })
  })
})

describe('the questions of a practice', () => {
  const order = <T>(all: readonly T[]): T[] => [...all]
  const pool = ['a', 'b', 'c', 'd', 'e'].map((name, index) => ({ name, text: name.toUpperCase(), metAt: index }))
  const recording = (question: string, text = question.toUpperCase()): Recording => ({
    question,
    text,
    ...RIGHT_AFTER_4,
  })
  const names = (drawn: ReturnType<typeof drawAgainst>) => drawn?.map(({ name, isReplaced }) => [name, isReplaced])

  it('are the recording’s own ones, those met least recently first [battles.practice-questions]', () => {
    const recordings = ['e', 'c', 'a'].map((name) => recording(name))
    expect(names(drawAgainst(recordings, pool, { least: 2, most: 2, order }))).toEqual([
      ['a', false],
      ['c', false],
    ])
  })

  it('are replaced where the user may not be asked them, or their text has changed [battles.practice-questions]', () => {
    const recordings = [recording('a'), recording('b', 'Another text'), recording('x')]
    expect(names(drawAgainst(recordings, pool, { least: 3, most: 6, order }))).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
    ])
    expect(drawAgainst(recordings.slice(0, 2), pool, { least: 3, most: 6, order })).toBeNull()
    expect(drawAgainst(recordings, pool.slice(0, 2), { least: 3, most: 6, order })).toBeNull()
  })

  it('against nobody are those met least recently [battles.practice-questions]', () => {
    const drawn = drawAgainstNobody(pool, { count: 3, order })
    expect(names(drawn)?.sort()).toEqual([
      ['a', false],
      ['b', false],
      ['c', false],
    ])
    expect(drawAgainstNobody(pool, { count: 6, order })).toBeNull()
  })
})
