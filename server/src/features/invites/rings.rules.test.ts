import { TRUST_RULES } from '@aura/api/rules/trust'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { invitedRings } from './rings.rules.ts'

type Pair = readonly [string, string]

/** Slow implementation of the published definition: the connected parts of each inviter's people, one after another. */
function byDefinition(pairs: readonly Pair[], inviterOf: ReadonlyMap<string, string>): Map<string, number> {
  const broughtBy = (inviter: string) => [...inviterOf.keys()].filter((id) => inviterOf.get(id) === inviter)
  const largest = (people: readonly string[]) => {
    let most = 0
    for (const start of people) {
      const found = new Set([start])
      for (let grew = true; grew; ) {
        grew = false
        for (const [one, other] of pairs) {
          if (!people.includes(one) || !people.includes(other) || found.has(one) === found.has(other)) continue
          found.add(one).add(other)
          grew = true
        }
      }
      most = Math.max(most, found.size)
    }
    return most
  }
  const inviters = [...new Set(inviterOf.values())]
  return new Map(
    inviters.map((id) => [id, largest(broughtBy(id))] as const).filter(([, size]) => size > TRUST_RULES.ringFree),
  )
}

const ringSizes = (pairs: readonly Pair[], inviterOf: ReadonlyMap<string, string>) =>
  new Map(
    [...invitedRings(pairs, inviterOf)].map(([id, rings]) => {
      const members = rings.flat()
      expect(new Set(members).size).toBe(members.length)
      return [id, Math.max(...rings.map(({ length }) => length))] as const
    }),
  )

const sorted = (sizes: ReadonlyMap<string, number>) => [...sizes].sort()

it('is the published definition for any tree and any pairs [trust.invited-ring]', () => {
  const people = [...'abcdefghijkl']
  const tree = fc.array(fc.nat(), { minLength: people.length, maxLength: people.length }).map(
    (picks) =>
      // The inviter is a person who came earlier, or missing.
      new Map(
        people.flatMap((id, nth) => {
          const inviter = people[(picks[nth] as number) % (nth + 1)] as string
          return inviter === id ? [] : [[id, inviter] as const]
        }),
      ),
  )
  const person = fc.constantFrom(...people)
  const pairs = fc.array(
    fc.tuple(person, person).filter(([one, other]) => one !== other),
    { minLength: 20, maxLength: 40, size: 'max' },
  )
  let some = 0
  fc.assert(
    fc.property(tree, pairs, (inviterOf, related) => {
      const expected = byDefinition(related, inviterOf)
      some += expected.size
      expect(sorted(ringSizes(related, inviterOf))).toEqual(sorted(expected))
    }),
    { numRuns: 300 },
  )
  expect(some).toBeGreaterThan(0)
})
