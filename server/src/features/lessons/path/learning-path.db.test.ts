import type { LearningPath } from '@aura/api/calls/lessons/path'
import { beforeEach, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { deleteAccount } from '../../../../../tests/server/actors/inviting.ts'
import { dailyIds, learn, passReview } from '../../../../../tests/server/actors/learning.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const pathOf = (actor: Actor) => actor.call('GET /api/lessons/path')
const lessonsOf = ({ units }: LearningPath) => units.flatMap(({ lessons }) => lessons)
const idsIn = (path: LearningPath, state: string) =>
  lessonsOf(path).flatMap((lesson) => (lesson.state === state ? lesson.id : []))
const badgesOf = (actor: Actor, id: string) => actor.call('GET /api/users/:id/units', { params: { id } })

it('the path shows what is done, next, later and due, and what is known of each unit [learning.path]', async () => {
  const [ada, bo] = [await newcomer(test), await newcomer(test)]
  const before = await pathOf(ada)
  expect(before).toMatchObject({ knownPercent: null, nextLessonId: (await dailyIds(ada))[0] })
  expect(lessonsOf(before)).toHaveLength(12)
  expect(new Set(idsIn(before, 'today'))).toEqual(new Set(await dailyIds(ada)))
  expect(before.units.map(({ due, knownPercent }) => [due, knownPercent])).toEqual(before.units.map(() => [0, null]))

  const [first] = await dailyIds(ada)
  await learn(ada)
  const after = await pathOf(ada)
  expect(idsIn(after, 'done')).toEqual([first])
  expect(after).toMatchObject({ knownPercent: 100, nextLessonId: (await dailyIds(ada))[1] })
  const its = after.units.find(({ lessons }) => lessons.some(({ id }) => id === first))
  expect(its).toMatchObject({ knownPercent: 100, due: 0 })
  expect(lessonsOf(after).find(({ id }) => id === first)).toMatchObject({ day: '2026-03-02', due: 0 })

  // Questions that its check did not ask come up.
  test.ctx.clock.advance({ days: 1 })
  const next = await pathOf(ada)
  expect(next.units.find(({ id }) => id === its?.id)).toMatchObject({ due: 2 })
  expect(next.units.filter(({ due }) => due > 0)).toHaveLength(1)
  await passReview(ada)
  expect((await pathOf(ada)).units.find(({ id }) => id === its?.id)?.due).toBe(0)
  expect(idsIn(await pathOf(bo), 'done')).toEqual([])
})

it('the path says what tomorrow brings once the day is done, up to the last lesson', async () => {
  const ada = await newcomer(test)
  let left = 12
  while (left > 0) {
    const today = await dailyIds(ada)
    for (const position of today.keys()) await learn(ada, position)
    const { tomorrow } = await pathOf(ada)
    left -= today.length
    test.ctx.clock.advance({ days: 1 })
    expect(tomorrow.map(({ id }) => id)).toEqual(await dailyIds(ada))
  }
})

it('a unit is finished with its last lesson, and everybody sees it with the day [learning.unit-badge]', async () => {
  const [ada, visitor] = [await newcomer(test), new Actor(test)]
  const { id } = await ada.me()
  expect(await badgesOf(ada, id)).toEqual([])
  let path = await pathOf(ada)
  while (path.units.every(({ finishedOn }) => finishedOn === null)) {
    test.ctx.clock.advance({ days: 1 })
    await learn(ada)
    path = await pathOf(ada)
  }
  const finished = path.units.filter(({ finishedOn }) => finishedOn !== null)
  expect(finished).toHaveLength(1)
  const badges = await badgesOf(visitor, id)
  expect(badges).toEqual(
    finished.map(({ id: unitId, title, line, lessons }) => ({
      id: unitId,
      title,
      line,
      finishedOn: lessons
        .map(({ day }) => day ?? '')
        .sort()
        .at(-1),
    })),
  )
  expect(await visitor.send('GET', '/api/users/5b0e1b1e-58f5-4f65-9d43-7a4a55c0a2a1/units')).toMatchObject(
    refusal(404, 'USER_NOT_FOUND'),
  )
  await deleteAccount(ada)
  expect(await visitor.send('GET', `/api/users/${id}/units`)).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
  const left = await test.ctx.db.query('select 1 from lesson_completions where user_id = $1', [id])
  expect(left).toEqual([])
})
