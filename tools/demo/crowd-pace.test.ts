import { expect, it } from 'vitest'
import { battlesOfTurn, FIRST_TURNS, isLookedAt } from './crowd-pace.ts'
import { PERSONAS } from './personas.ts'

const [one, two] = PERSONAS.map(({ username }) => ({ username }))
if (!one || !two) throw new Error('there are no creators')

const battle = (id: string, viewerCount: number, opponent = two) => ({
  ...{ id, viewerCount, status: 'active', decidedBy: 'knowledge' as const, challenger: one, opponent },
  ...{ challengerId: 'a', opponentId: 'b' },
})

it('takes its turns where somebody watches, and without viewers once a minute', () => {
  const [seen, unseen] = [battle('seen', 1), battle('unseen', 0)]
  const later = { turn: FIRST_TURNS, sinceLastMs: 59_999 }
  expect(battlesOfTurn([unseen, seen], later)).toEqual([seen])
  expect(battlesOfTurn([unseen], later)).toEqual([])
  expect(battlesOfTurn([unseen], { ...later, sinceLastMs: 60_000 })).toEqual([unseen])
  expect(battlesOfTurn([unseen], { turn: FIRST_TURNS - 1, sinceLastMs: 0 })).toEqual([unseen])
})

it('looks at each round that a visitor plays or watches, and seldom at the others', () => {
  const looks = (each: ReturnType<typeof battle>) =>
    Array.from({ length: 10 }, (_, look) => isLookedAt(each, look)).filter(Boolean).length
  expect(looks(battle('watched', 1))).toBe(10)
  expect(looks(battle('with a visitor', 0, { username: 'nobody_of_the_demo' }))).toBe(10)
  expect(looks(battle('among creators', 0))).toBe(2)
})
