import type { RoundResult } from '@aura/api/calls/battles/rounds'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absentOf,
  type BySide,
  closeDueAt,
  closesAtOf,
  commitmentOf,
  fitsQuestion,
  isInTime,
  isReady,
  isRight,
  nextStep,
  orderOf,
  type RoundState,
  readyRefusal,
  resultOf,
  roundTripOf,
  type SealedQuestion,
  sealedText,
  standingOf,
  streakOf,
} from './rounds.rules.ts'

const START = new Date('2026-03-02T12:00:00Z')
const after = (ms: number) => new Date(START.getTime() + ms)
const LOBBY_MS = ROUND_RULES.lobbySeconds * 1_000

const question: SealedQuestion = {
  lessonId: 'keys',
  questionId: 'who-holds-it',
  kind: 'choose-all',
  text: 'Which hold?',
  options: ['a', 'b', 'c', 'd'],
  right: [0, 2],
  explanation: '',
  optionExplanations: ['', '', '', ''],
  lesson: { title: 'Keys', paragraph: 2 },
}
const answer = (ms: number, choice = [0, 2], roundTripMs = 0) => ({ choice, at: after(ms), roundTripMs })

const round = (changes: Partial<RoundState> = {}): RoundState => ({
  number: 1,
  isSuddenDeath: false,
  sealed: sealedText(question),
  salt: 'salt',
  commitment: '',
  opensAt: START,
  openedAt: START,
  closesAt: closesAtOf(START),
  closedAt: null,
  interruptedAt: null,
  answers: { challenger: null, opponent: null },
  result: null,
  ...changes,
})
const result = (challenger: RoundState['answers']['challenger'], opponent: RoundState['answers']['opponent']) =>
  resultOf(round({ answers: { challenger, opponent } }))

describe('a round', () => {
  it('goes to the only right answer, however late it came [battles.round-result]', () => {
    expect(result(answer(19_000), answer(1_000, [1]))).toBe('challenger')
    expect(result(answer(1_000, [0]), answer(19_000))).toBe('opponent')
    expect(result(answer(19_000), null)).toBe('challenger')
  })

  it('goes to nobody without a right answer', () => {
    expect(result(null, null)).toBe('nobody')
    expect(result(answer(1_000, [1]), answer(1_000, [0, 1, 2]))).toBe('nobody')
  })

  it('goes to the faster of two right ones by more than 250 ms, and is shared below', () => {
    expect(result(answer(5_000), answer(5_251))).toBe('challenger')
    expect(result(answer(5_251), answer(5_000))).toBe('opponent')
    expect(result(answer(5_000), answer(5_250))).toBe('shared')
  })

  it('takes each one’s round trip off their time', () => {
    expect(result(answer(5_000, [0, 2], 20), answer(5_700, [0, 2], 800))).toBe('shared')
    expect(result(answer(5_000, [0, 2], 20), answer(5_500, [0, 2], 800))).toBe('opponent')
  })

  it('is repeated if an outage interrupted it', () => {
    expect(resultOf(round({ answers: { challenger: answer(1), opponent: null }, interruptedAt: after(9_000) }))).toBe(
      'interrupted',
    )
  })
})

describe('the time of an answer', () => {
  it('ends after 20 s plus its round trip [battles.round-late]', () => {
    expect(isInTime(answer(20_000), START)).toBe(true)
    expect(isInTime(answer(20_001), START)).toBe(false)
    expect(isInTime(answer(20_500, [0], 500), START)).toBe(true)
    expect(isInTime({ at: after(-1), roundTripMs: 800 }, START)).toBe(false)
  })

  it('closes once no answer can be in time any more', () => {
    const last = closeDueAt(closesAtOf(START))
    expect(isInTime({ at: last, roundTripMs: ROUND_RULES.maxRoundTripMs }, START)).toBe(true)
    expect(isInTime({ at: new Date(last.getTime() + 1), roundTripMs: ROUND_RULES.maxRoundTripMs }, START)).toBe(false)
  })
})

describe('a round trip', () => {
  it('is the median of the pings, and nothing before three [battles.round-trip]', () => {
    expect(roundTripOf([300, 300])).toBe(0)
    expect(roundTripOf([90, 30, 60])).toBe(60)
  })

  it('gains nothing from delayed replies, unless all are delayed, and then as far as the limit', () => {
    expect(roundTripOf([20, 700, 700, 700, 700])).toBe(120)
    expect(roundTripOf([5_000, 5_000, 5_000])).toBe(ROUND_RULES.maxRoundTripMs)
  })

  it('never exceeds what was measured, whatever the replies', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9_000), { maxLength: 9 }), (pings) => {
        const trip = roundTripOf(pings)
        expect(trip).toBeLessThanOrEqual(ROUND_RULES.maxRoundTripMs)
        expect(trip).toBeLessThanOrEqual(Math.min(...pings, 9_000) + 100)
      }),
    )
  })
})

describe('a battle of rounds', () => {
  const next = (bestOf: 3 | 5 | 7, ...results: RoundResult[]) => standingOf(bestOf, results).next

  it('is over once the lead can’t be caught up [battles.rounds-decided]', () => {
    expect(next(5, 'challenger', 'challenger')).toBe('round')
    expect(next(5, 'challenger', 'challenger', 'challenger')).toBe('over')
    expect(next(5, 'challenger', 'shared', 'challenger')).toBe('round')
    expect(next(5, 'challenger', 'shared', 'challenger', 'shared')).toBe('over')
    expect(next(3, 'nobody', 'nobody', 'opponent')).toBe('over')
  })

  it('goes on after a tie, for at most three rounds, until one is decided', () => {
    const tie: RoundResult[] = ['challenger', 'nobody', 'opponent']
    expect(next(3, ...tie)).toBe('sudden-death')
    expect(next(3, ...tie, 'shared')).toBe('sudden-death')
    expect(next(3, ...tie, 'shared', 'opponent')).toBe('over')
    expect(next(3, ...tie, 'shared', 'nobody')).toBe('sudden-death')
    expect(next(3, ...tie, 'shared', 'nobody', 'shared')).toBe('over')
    expect(standingOf(3, [...tie, 'shared', 'nobody', 'shared']).points).toEqual({ challenger: 3, opponent: 3 })
  })

  it('repeats interrupted rounds and is called off after three', () => {
    expect(next(3, 'interrupted', 'interrupted')).toBe('round')
    expect(next(3, 'interrupted', 'challenger', 'challenger')).toBe('over')
    expect(next(3, 'interrupted', 'interrupted', 'interrupted')).toBe('called-off')
  })

  it('always ends', () => {
    const results = fc.constantFrom<RoundResult>('challenger', 'opponent', 'shared', 'nobody', 'interrupted')
    fc.assert(
      fc.property(fc.constantFrom(3, 5, 7), fc.infiniteStream(results), (bestOf, stream) => {
        const played: RoundResult[] = []
        while (['round', 'sudden-death'].includes(standingOf(bestOf, played).next))
          played.push(stream.next().value as RoundResult)
        expect(played.length).toBeLessThanOrEqual(bestOf + ROUND_RULES.suddenDeath + ROUND_RULES.interruptions)
        const { points, next } = standingOf(bestOf, played)
        const shared = played.filter((each) => each === 'shared').length
        const won = played.filter((each) => each === 'challenger' || each === 'opponent').length
        expect(points.challenger + points.opponent).toBe(won + 2 * shared)
        if (next === 'over' && points.challenger === points.opponent)
          expect(played.filter((each) => each !== 'interrupted')).toHaveLength(bestOf + ROUND_RULES.suddenDeath)
      }),
    )
  })
})

describe('a streak', () => {
  it('counts right answers in a row, past interrupted rounds', () => {
    const right = round({ answers: { challenger: answer(1), opponent: null }, result: 'challenger' })
    const wrong = round({ answers: { challenger: answer(1, [1]), opponent: null }, result: 'nobody' })
    const lost = round({ interruptedAt: START, result: 'interrupted' })
    expect(streakOf([wrong, right, lost, right], 'challenger')).toBe(2)
    expect(streakOf([right, wrong], 'challenger')).toBe(0)
    expect(streakOf([right], 'opponent')).toBe(0)
  })
})

describe('being ready', () => {
  const battle = { startsAt: START }

  it('lapses after a minute before the start, and not after it [battles.round-lobby]', () => {
    expect(isReady(battle, after(-200_000), after(-150_000))).toBe(true)
    expect(isReady(battle, after(-200_000), after(-140_000))).toBe(false)
    expect(isReady(battle, after(-59_000), after(59_000))).toBe(true)
    expect(isReady(battle, after(-60_000), after(0))).toBe(false)
    expect(isReady(battle, null, START)).toBe(false)
  })

  it('tells who is absent', () => {
    const ready = { challenger: after(1), opponent: null }
    expect(absentOf(battle, ready, after(LOBBY_MS))).toBe('opponent')
    expect(absentOf(battle, { challenger: null, opponent: null }, after(LOBBY_MS))).toBe('both')
    expect(absentOf(battle, { challenger: after(1), opponent: after(2) }, after(LOBBY_MS))).toBeNull()
  })

  it('is for participants, from five minutes before the start until the first round', () => {
    const of = (changes: object, who = 'ada', ms = 0, hasBegun = false) =>
      readyRefusal(
        { challengerId: 'ada', opponentId: 'bo', status: 'accepted', startsAt: START, bestOf: 5, ...changes } as never,
        who,
        { at: after(ms), hasBegun },
      )
    expect(of({})).toBeUndefined()
    expect(of({ status: 'active' })).toBeUndefined()
    expect(of({ bestOf: null })).toBe('BATTLE_NOT_ROUNDS')
    expect(of({}, 'cy')).toBe('BATTLE_PARTICIPANTS_ONLY')
    expect(of({ status: 'pending' })).toBe('ROUNDS_NOT_READY_YET')
    expect(of({}, 'bo', -300_001)).toBe('ROUNDS_NOT_READY_YET')
    expect(of({}, 'bo', -300_000)).toBeUndefined()
    expect(of({ status: 'active' }, 'bo', 0, true)).toBe('ROUNDS_BEGUN')
    expect(of({ status: 'completed' })).toBe('ROUNDS_BEGUN')
  })
})

describe('the next step', () => {
  const both = { challenger: START, opponent: START }
  const none: BySide<Date | null> = { challenger: null, opponent: null }
  const step = (ms: number, rounds: RoundState[], readyAt: BySide<Date | null> = both) =>
    nextStep({ startsAt: START }, { rounds, readyAt, at: after(ms) })

  it('waits in the lobby for a minute', () => {
    expect(step(1, [])).toMatchObject({ step: 'draw' })
    expect(step(LOBBY_MS - 1, [], none)).toEqual({ step: 'none', dueAt: after(LOBBY_MS) })
    expect(step(LOBBY_MS, [], none)).toMatchObject({ step: 'absence' })
    expect(step(LOBBY_MS, [], { ...none, opponent: START })).toMatchObject({ step: 'walkover' })
  })

  it('opens and closes a round on time, and at once when both have answered', () => {
    const ahead = round({ opensAt: after(3_000), openedAt: null, closesAt: null })
    expect(step(2_999, [ahead])).toEqual({ step: 'none', dueAt: after(3_000) })
    expect(step(3_000, [ahead])).toMatchObject({ step: 'open' })
    expect(step(20_799, [round()])).toEqual({ step: 'none', dueAt: after(20_800) })
    expect(step(20_800, [round()])).toMatchObject({ step: 'close' })
    expect(step(10, [round({ answers: { challenger: answer(1), opponent: null } })]).step).toBe('none')
    expect(step(10, [round({ answers: { challenger: answer(1), opponent: answer(2) } })]).step).toBe('close')
    expect(step(10, [round({ interruptedAt: after(5) })]).step).toBe('close')
  })

  it('finishes after the last answer was explained', () => {
    const closed = round({ closedAt: after(5), result: 'challenger' })
    expect(step(6_004, [closed])).toEqual({ step: 'none', dueAt: after(6_005) })
    expect(step(6_005, [closed]).step).toBe('finish')
  })
})

describe('a question', () => {
  it('is judged by all right options and no other [battles.round-sealed]', () => {
    expect(isRight(question, [2, 0])).toBe(true)
    for (const choice of [[0], [0, 1, 2], [1, 3], []]) expect(isRight(question, choice)).toBe(false)
  })

  it('takes choices of its form only', () => {
    expect(fitsQuestion(question, [0, 3])).toBe(true)
    for (const choice of [[], [4], [-1], [0, 0], [0.5]]) expect(fitsQuestion(question, choice)).toBe(false)
    expect(fitsQuestion({ ...question, kind: 'choose-one' }, [0, 1])).toBe(false)
  })

  it('is shown to each side in an order of its own; lines keep theirs', () => {
    const salts = Array.from({ length: 20 }, (_, nr) => `salt ${nr}`)
    for (const salt of salts) expect(orderOf(salt, 'challenger', question).toSorted()).toEqual([0, 1, 2, 3])
    expect(
      salts.some((salt) => `${orderOf(salt, 'challenger', question)}` !== `${orderOf(salt, 'opponent', question)}`),
    ).toBe(true)
    expect(orderOf('salt', 'opponent', { ...question, kind: 'point-at-line' })).toEqual([0, 1, 2, 3])
  })

  it('is committed to with battle, round and salt', () => {
    const committed = { battleId: 'b', number: 1, salt: 's', sealed: sealedText(question) }
    const others = [
      committed,
      { ...committed, battleId: 'c' },
      { ...committed, number: 2 },
      { ...committed, salt: 't' },
      { ...committed, sealed: sealedText({ ...question, right: [1] }) },
    ]
    expect(new Set(others.map(commitmentOf)).size).toBe(others.length)
  })
})
