import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import {
  doDue,
  form,
  fundSteeze,
  grantAp,
  runAfter,
  type StepPath,
} from '../../../../../tests/server/actors/battles.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { trimTables } from '../../../../../tests/server/trim-tables.ts'
import { auditLedger } from '../../ledger/index.ts'
import { nextDue } from '../battle.rules.ts'
import { findBattles } from '../store.ts'
import { voidBattle } from './void-battle.ts'

const NOW = Date.parse('2026-03-02T12:00:00Z')
const PEOPLE = 4
const AP = 400
const STEEZE = { purchased: 15, earned: 15 }
/** Moves between audits. Sums are compared after every move, and other faults that an audit finds stay in the data. */
const MOVES_AN_AUDIT = 10

type Who = Actor & { id: string }

const who = fc.nat({ max: PEOPLE - 1 })
const part = fc.constantFrom<'challenger' | 'opponent' | 'anybody'>('challenger', 'opponent', 'opponent', 'anybody')
const which = fc.nat({ max: 2 })
const move = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      who,
      to: who,
      stake: fc.integer({ min: 1, max: 250 }),
      inMinutes: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      who,
      part,
      which,
      path: fc.constantFrom<StepPath>(
        'accept',
        'accept',
        'reject',
        'withdraw',
        'request-cancellation',
        'take-back-cancellation',
        'approve-cancellation',
      ),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('gift' as const),
      who,
      which,
      side: fc.boolean(),
      amount: fc.integer({ min: 1, max: 9 }),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.integer({ min: 1, max: 70 }),
      isDown: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), which }) },
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never

/** Random users, times and requests. Any request may be retried with its key. */
class World {
  readonly test: TestApp
  readonly people: Who[] = []
  readonly battles: { id: string; sides: string[] }[] = []
  #keys = 0
  constructor(test: TestApp) {
    this.test = test
  }

  async begin(): Promise<void> {
    this.test.ctx.clock.set(new Date(NOW))
    for (let count = 0; count < PEOPLE; count++) {
      const actor = await newcomer(this.test)
      const { id, auraPoints } = await actor.me()
      await grantAp(this.test.ctx, id, AP - auraPoints)
      await fundSteeze(this.test.ctx, id, STEEZE)
      this.people.push(Object.assign(actor, { id }))
    }
  }

  async take(each: Move): Promise<void> {
    const { ctx } = this.test
    if (each.kind === 'wait') {
      ctx.clock.advance({ minutes: each.minutes })
      if (!each.isDown) await doDue(ctx)
      return
    }
    if (each.kind === 'create') return this.create(each)
    const live = each.kind === 'gift' ? await this.live() : undefined
    const battle = this.battles.find(({ id }) => id === live) ?? this.battles.at(-1 - each.which)
    if (!battle) return
    if (each.kind === 'void') {
      await voidBattle(ctx, { battleId: battle.id, reason: 'Chance.', adminId: null }).catch(expected)
      return
    }
    const named =
      each.kind === 'step' && each.part !== 'anybody' ? battle.sides[each.part === 'opponent' ? 1 : 0] : null
    const actor = this.people.find(({ id }) => id === named) ?? (this.people[each.who] as Who)
    if (each.kind === 'step') return this.repeat(each.times, actor, `/api/battles/${battle.id}/${each.path}`, {})
    await this.repeat(each.times, actor, '/api/battles/gift', {
      battleId: battle.id,
      participantId: battle.sides[each.side ? 0 : 1],
      amount: each.amount,
    })
  }

  async create({ who: from, to, stake, inMinutes }: Extract<Move, { kind: 'create' }>): Promise<void> {
    const [challenger, opponent] = [this.people[from] as Who, this.people[to] as Who]
    const battleDate = new Date(this.test.ctx.clock.now().getTime() + inMinutes * 60_000).toISOString()
    const body = form(opponent.id, { stakeAmount: stake, battleDate, duration: 3 })
    const reply = await challenger.send<{ id: string }>('POST', '/api/battles', body)
    expect([200, 409]).toContain(reply.status)
    if (reply.status === 200) this.battles.push({ id: reply.body.id, sides: [challenger.id, opponent.id] })
  }

  async repeat(times: number, actor: Who, path: string, body: unknown): Promise<void> {
    const headers = { 'idempotency-key': `request-${++this.#keys}` }
    const replies = await Promise.all(Array.from({ length: times }, () => actor.send('POST', path, body, headers)))
    for (const { status } of replies) expect([200, 403, 409]).toContain(status)
    // Retries got the same response and had one effect, or the sums below would differ.
    expect(new Set(replies.map(({ status }) => status)).size).toBe(1)
  }

  async check(): Promise<void> {
    const { db } = this.test.ctx
    const sums = await db.query<{ currency: string; total: number }>(
      `select currency, sum(balance)::bigint as total from ledger_accounts
       where is_tracked and (owner_id = any($1::uuid[]) or owner_id = any($2::uuid[])) group by 1 order by 1`,
      [this.people.map(({ id }) => id), this.battles.map(({ id }) => id)],
    )
    expect(sums).toEqual([
      { currency: 'AP', total: PEOPLE * AP },
      { currency: 'STEEZE', total: PEOPLE * (STEEZE.purchased + STEEZE.earned) },
    ])
    const totals = await db.query(
      `select a.currency, sum(case when t.to_account = a.id then t.amount else -t.amount end)::bigint as total
       from ledger_accounts a join ledger_transfers t on a.id in (t.from_account, t.to_account) group by 1 order by 1`,
    )
    expect(totals).toEqual([
      { currency: 'AP', total: 0 },
      { currency: 'STEEZE', total: 0 },
    ])
    const miscounted = await db.query(
      `select b.id from battles b left join battle_gifts g on g.battle_id = b.id group by b.id
       having b.gift_count <> count(g.seq)
         or b.challenger_steeze <> coalesce(sum(g.amount) filter (where g.participant_id = b.challenger_id), 0)
         or b.opponent_steeze <> coalesce(sum(g.amount) filter (where g.participant_id = b.opponent_id), 0)`,
    )
    expect(miscounted).toEqual([])
    expect(await this.waiting()).toEqual([])
  }

  async audit(): Promise<void> {
    await trimTables(this.test.ctx)
    expect((await auditLedger(this.test.ctx.db)).broken).toEqual([])
  }

  /** Most gifts target a live battle; otherwise nearly all would be refused. */
  async live(): Promise<string | undefined> {
    const [row] = await this.test.ctx.db.query<{ id: string }>(
      `select id from battles where status = 'active' and id = any($1::uuid[]) order by starts_at limit 1`,
      [this.battles.map(({ id }) => id)],
    )
    return row?.id
  }

  waiting = () =>
    this.test.ctx.db.query(
      `select b.id, b.status, a.kind, a.balance from battles b join ledger_accounts a on a.owner_id = b.id
       where a.balance <> case when b.status <> 'active' then 0
                               when a.kind = 'gifts_to_challenger' then b.challenger_steeze else b.opponent_steeze end`,
    )
}

const expected = (error: unknown) => {
  expect((error as { code?: string }).code).toMatch(/^BATTLE_NOT_/)
}

describe('the whole engine, over any actions and any passage of time', () => {
  const test = openForAll(testApp)

  it('conserves value, refuses actions out of turn, and ends every battle [ledger.total-zero]', async () => {
    const runs = fc.sample(fc.array(move, { minLength: 50, maxLength: 90 }), { numRuns: 6, seed: 20_261_120 })
    for (const moves of runs) {
      const world = new World(test)
      await world.begin()
      for (const [at, each] of moves.entries()) {
        await world.take(each)
        await world.check()
        if (at % MOVES_AN_AUDIT === 0) await world.audit()
      }
      await runAfter(test, { days: 2 })
      await world.check()
      await world.audit()
      const rows = await findBattles(
        test.ctx.db,
        world.battles.map(({ id }) => id),
      )
      expect(rows.filter((row) => row && nextDue(row))).toEqual([])
    }
    // Fails if the run did not cover enough.
    const [seen] = await test.ctx.db.query<{ gifts: number; won: number; statuses: number }>(
      `select (select count(*) from battle_gifts) as gifts, count(winner_id) as won, count(distinct status) as statuses
       from battles`,
    )
    expect(seen?.gifts).toBeGreaterThan(10)
    expect(seen?.won).toBeGreaterThan(1)
    expect(seen?.statuses).toBeGreaterThan(3)
  })
})
