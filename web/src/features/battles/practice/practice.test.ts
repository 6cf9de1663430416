import type { Practice } from '@aura/api/calls/battles/practice'
import { expect, it } from 'vitest'
import { createQueryClient, readKey } from '#lib/query-client'
import { nextPractice, otherState, practiceSides, practiceTitle } from './practice-words.ts'
import { practiceDueMs, showPractice } from './use-practice.ts'

const person = { id: 'a', username: 'ada', firstName: null, profileImageUrl: null, auraPoints: 0, currentStreak: 0 }

const practice = (changes: Partial<Practice>): Practice => ({
  id: 'p',
  bestOf: 3,
  against: 'creator',
  challenger: person,
  opponent: { ...person, id: 'b', username: 'bo' },
  phase: 'over',
  points: { challenger: 2, opponent: 1 },
  streaks: { challenger: 0, opponent: 0 },
  next: null,
  open: null,
  results: [1, 2, 3].map((number) => ({ number, isSuddenDeath: false, result: 'challenger' as const })),
  last: null,
  revealEndsAt: null,
  outcome: { winner: 'challenger', isStopped: false },
  missed: [],
  serverTime: '2026-03-02T12:00:00Z',
  ...changes,
})

const titled = (changes: Partial<Practice>): string => {
  const state = practice(changes)
  return practiceTitle(state, practiceSides(state))
}

it('says how it ended, by whom it was against [battles.practice-result]', () => {
  const lost = { winner: 'opponent', isStopped: false } as const
  expect(titled({})).toBe('You won')
  expect(titled({ outcome: lost })).toBe('bo was better')
  expect(titled({ against: 'self', outcome: lost })).toBe('Your earlier answers won')
  expect(titled({ outcome: { winner: null, isStopped: false } })).toBe('2 to 1: even')
  expect(titled({ against: 'nobody', opponent: null, outcome: { winner: null, isStopped: false } })).toBe(
    '2 of 3 right',
  )
  expect(titled({ outcome: { winner: null, isStopped: true } })).toBe('You stopped')
})

it('against nobody the other side is the mark that isn’t set yet [battles.practice-alone]', () => {
  const alone = practice({ against: 'nobody', opponent: null, phase: 'countdown', outcome: null })
  expect(practiceSides(alone).map(({ name }) => name)).toEqual(['ada', 'Your mark'])
  expect([otherState(alone), otherState({ ...alone, phase: 'over' })]).toEqual(['Not set yet', 'Set now'])
})

it('alone is followed by one against its answers, as long as there are answers [battles.practice-self]', () => {
  const alone = practice({ bestOf: 7, against: 'nobody', opponent: null, outcome: { winner: null, isStopped: false } })
  expect([7, 6, 4, 2].map((questions) => nextPractice(alone, questions))).toEqual([
    { bestOf: 7, against: 'self' },
    { bestOf: 5, against: 'self' },
    { bestOf: 3, against: 'self' },
    { bestOf: 7, against: 'nobody' },
  ])
  const stopped = { ...alone, outcome: { winner: null, isStopped: true } }
  expect(nextPractice(stopped, 9)).toEqual({ bestOf: 7, against: 'nobody' })
  expect(nextPractice(practice({}), 0)).toEqual({ bestOf: 3, against: 'creator', opponentId: 'b' })
})

it('shows what a command returned, whatever an older read brings [battles.practice-once]', async () => {
  const client = createQueryClient(() => {})
  const queryKey = readKey('GET /api/practice/:id', { id: 'p' })
  let respond = (_: Practice) => {}
  client.setQueryData(queryKey, practice({ phase: 'open' }))
  const poll = client.fetchQuery({
    queryKey,
    staleTime: 0,
    queryFn: () => new Promise<Practice>((resolve) => (respond = resolve)),
  })
  await showPractice(client, practice({ phase: 'over' }))
  respond(practice({ phase: 'open' }))
  await poll.catch(() => {})
  expect(client.getQueryData<Practice>(queryKey)?.phase).toBe('over')
})

it('asks the server once a phase is over by its clock, and never after the end [battles.practice-clock]', () => {
  const opensAt = '2026-03-02T12:00:03Z'
  const next = { number: 1, isSuddenDeath: false, opensAt }
  expect(practiceDueMs(practice({ phase: 'countdown', next }))).toBe(Date.parse(opensAt))
  expect(practiceDueMs(practice({ phase: 'reveal', revealEndsAt: opensAt }))).toBe(Date.parse(opensAt))
  const open = { number: 1, isSuddenDeath: false, openedAt: opensAt, closesAt: '2026-03-02T12:00:23Z' }
  const question = { kind: 'choose-one' as const, text: '', options: [] }
  const answered = { challenger: false, opponent: false }
  const asked = practice({ phase: 'open', open: { ...open, question, answered } })
  expect(practiceDueMs(asked)).toBe(Date.parse('2026-03-02T12:00:23.800Z'))
  expect(practiceDueMs(practice({}))).toBeNull()
})
