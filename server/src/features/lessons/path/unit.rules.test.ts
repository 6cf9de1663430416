import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finishedOn, type Unit, unitsOf } from './unit.rules.ts'

const unit = (id: string, position: number): Unit => ({ id, title: id, line: id, position })

it('units stand in their own order, with their lessons in the order of the path', () => {
  const [keys, scams] = [unit('keys', 0), unit('scams', 1)]
  const lessons = [
    { id: 'a', unit: scams },
    { id: 'b', unit: keys },
    { id: 'c', unit: scams },
  ]
  expect(unitsOf(lessons).map(({ unit: { id }, lessons: its }) => [id, its.map((each) => each.id)])).toEqual([
    ['keys', ['b']],
    ['scams', ['a', 'c']],
  ])
})

describe('a unit', () => {
  const claim = (lessonId: string, day: string) => ({ lessonId, day })
  const lesson = (id: string, added: string | null = null) => ({ id, added })

  it('is finished on the day of its last lesson', () => {
    const lessons = [lesson('a'), lesson('b')]
    expect(finishedOn(lessons, [])).toBeNull()
    expect(finishedOn(lessons, [claim('a', '2026-03-01'), claim('x', '2026-03-02')])).toBeNull()
    expect(finishedOn(lessons, [claim('b', '2026-03-04'), claim('a', '2026-03-01')])).toBe('2026-03-04')
  })

  it('stays finished when a lesson is added, and asks for it of those who come later', () => {
    const lessons = [lesson('a'), lesson('b', '2026-04-01')]
    expect(finishedOn(lessons, [claim('a', '2026-03-31')])).toBe('2026-03-31')
    expect(finishedOn(lessons, [claim('a', '2026-04-01')])).toBeNull()
    expect(finishedOn(lessons, [claim('a', '2026-04-01'), claim('b', '2026-04-02')])).toBe('2026-04-02')
  })

  it('that is finished is never unfinished by learning more', () => {
    const day = fc.integer({ min: 1, max: 9 }).map((number) => `2026-03-0${number}`)
    const lessons = fc
      .array(fc.option(day), { minLength: 1, maxLength: 4 })
      .map((all) => all.map((added, index) => lesson(`l${index}`, added)))
    const claims = fc.array(fc.record({ lessonId: fc.constantFrom('l0', 'l1', 'l2', 'l3'), day }), { maxLength: 6 })
    fc.assert(
      fc.property(lessons, claims, day, (its, before, later) => {
        const was = finishedOn(its, before)
        const after = finishedOn(its, [...before, ...its.map(({ id }) => claim(id, later))])
        fc.pre(was !== null)
        expect(after).not.toBeNull()
        expect((after as string) <= (was as string)).toBe(true)
      }),
    )
  })
})
