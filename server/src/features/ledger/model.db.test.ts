import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { apOf, give, hold, issue, ledgerPerson, post, release } from '../../../../tests/server/actors/ledger.ts'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { auditLedger } from './index.ts'
import type { Transfer } from './rules.ts'

const PEOPLE = 4
const RUNS = 15
const SEED = 20_260_302

type Action =
  | { do: 'issue'; to: number; amount: number }
  | { do: 'give'; moves: { from: number; to: number; amount: number }[] }
  | { do: 'hold'; who: number; amount: number }
  | { do: 'resolve'; which: number; to: number; share: number; extra: number }
  | { do: 'retry'; which: number; another: number }
  | { do: 'reuse'; which: number }

const person = fc.nat({ max: PEOPLE - 1 })
const amount = fc.integer({ min: 1, max: 30 })
const moves = fc.array(fc.record({ from: person, to: person, amount }), { minLength: 1, maxLength: 4 })
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant('issue' as const), to: person, amount }),
  fc.record({ do: fc.constant('give' as const), moves }),
  fc.record({ do: fc.constant('hold' as const), who: person, amount }),
  fc.record({
    do: fc.constant('resolve' as const),
    which: fc.nat(),
    to: person,
    share: fc.nat({ max: 30 }),
    extra: fc.constantFrom(0, 0, 0, 1, -1),
  }),
  fc.record({ do: fc.constant('retry' as const), which: fc.nat(), another: amount }),
  fc.record({ do: fc.constant('reuse' as const), which: fc.nat() }),
)

type Outcome = 'posted' | 'low' | 'refused'

class Model {
  readonly free = new Map<string, number>()
  readonly held = new Map<string, number>()
  readonly holds: { id: string; owner: string; amount: number; isOpen: boolean }[] = []
  readonly postings: Transfer[][] = []
  readonly #known = new Set<string>()

  post(list: Transfer[]): Outcome {
    const fresh = list.filter(({ key }) => !this.#known.has(key))
    const resolved = this.#resolvable(fresh)
    if (!resolved) return 'refused'
    const [free, held] = [new Map(this.free), new Map(this.held)]
    const place = (kind: string) => (kind === 'ap_available' ? free : kind === 'ap_held' ? held : undefined)
    for (const { from, to, amount: moved } of fresh) {
      if (from.ownerId === to.ownerId && from.kind === to.kind) return 'refused'
      const left = (place(from.kind)?.get(from.ownerId) ?? Number.POSITIVE_INFINITY) - moved
      if (left < 0) return 'low'
      place(from.kind)?.set(from.ownerId, left)
      place(to.kind)?.set(to.ownerId, (place(to.kind)?.get(to.ownerId) ?? 0) + moved)
    }
    for (const [owner, value] of free) this.free.set(owner, value)
    for (const [owner, value] of held) this.held.set(owner, value)
    for (const { key } of fresh) this.#known.add(key)
    for (const each of resolved) each.isOpen = false
    for (const { opensHold: id, from, amount: set } of fresh) {
      if (id !== undefined) this.holds.push({ id, owner: from.ownerId, amount: set, isOpen: true })
    }
    this.postings.push(list)
    return 'posted'
  }

  #resolvable(fresh: Transfer[]): Model['holds'] | undefined {
    const named = new Set(fresh.flatMap(({ resolvesHold }) => resolvesHold ?? []))
    const found = this.holds.filter(({ id }) => named.has(id))
    const isWhole = found.every((each) => {
      const parts = fresh.filter(({ resolvesHold }) => resolvesHold === each.id)
      return each.isOpen && parts.reduce((sum, part) => sum + part.amount, 0) === each.amount
    })
    return isWhole ? found : undefined
  }
}

const db = openForAll(openTestDatabase)

const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

function attempt(model: Model, people: string[], action: Action): { list: Transfer[]; expected: Outcome } | undefined {
  const id = (index: number) => people[index] as string
  const tried = (list: Transfer[]) => ({ list, expected: model.post(list) })
  if (action.do === 'issue') return tried([issue(id(action.to), action.amount)])
  if (action.do === 'give') return tried(action.moves.map((move) => give(id(move.from), id(move.to), move.amount)))
  if (action.do === 'hold') return tried([hold(id(action.who), action.amount, randomUUID())])
  if (action.do === 'resolve') {
    const found = pick(model.holds, action.which)
    if (!found) return undefined
    const part = Math.min(action.share, found.amount - 1)
    const rest = found.amount - part + action.extra
    const parts = [
      release(found.owner, id(action.to), rest, found.id),
      release(found.owner, found.owner, part, found.id),
    ]
    return tried(parts.filter((each) => each.amount > 0))
  }
  const earlier = pick(model.postings, action.which)
  const [first] = earlier ?? []
  if (!earlier || !first) return undefined
  if (action.do === 'retry') return tried([...earlier, issue(id(0), action.another)])
  return { list: [{ ...first, amount: first.amount + 1 }], expected: 'refused' }
}

const outcomeOf = (list: Transfer[]): Promise<Outcome> =>
  post(db, ...list).then(
    () => 'posted' as const,
    (error: { code?: string; name?: string }) => {
      if (error.code === 'BALANCE_TOO_LOW') return 'low'
      if (error.name === 'PostingRefused') return 'refused'
      throw error
    },
  )

it('the ledger agrees with a simple model over any sequence of postings', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 10, maxLength: 60 }), async (actions) => {
      const model = new Model()
      const people: string[] = []
      for (let each = 0; each < PEOPLE; each++) people.push(await ledgerPerson(db))
      for (const owner of people) {
        model.free.set(owner, 0)
        model.held.set(owner, 0)
      }
      for (const action of actions) {
        const tried = attempt(model, people, action)
        if (!tried) continue
        expect(await outcomeOf(tried.list)).toBe(tried.expected)
        seen.add(`${action.do} ${tried.expected}`)
      }
      for (const owner of people) {
        expect(await apOf(db, owner)).toEqual({ free: model.free.get(owner), held: model.held.get(owner) })
      }
      const open = await db.query(
        `select h.id from ledger_holds h join ledger_accounts a on a.id = h.account_id
         where a.owner_id = any($1::uuid[])
           and not exists (select 1 from ledger_hold_resolutions r where r.hold_id = h.id)`,
        [people],
      )
      expect(open).toHaveLength(model.holds.filter(({ isOpen }) => isOpen).length)
    }),
    { numRuns: RUNS, seed: SEED },
  )
  // Fails if the run did not cover enough.
  expect([...seen].sort()).toEqual([
    'give low',
    'give posted',
    'give refused',
    'hold low',
    'hold posted',
    'issue posted',
    'resolve posted',
    'resolve refused',
    'retry posted',
    'reuse refused',
  ])
  expect(await auditLedger(db)).toMatchObject({ broken: [] })
})
