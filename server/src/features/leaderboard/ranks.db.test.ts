import { randomUUID } from 'node:crypto'
import { LEADERBOARD_RULES } from '@aura/api/rules/leaderboard'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { give, hold, issue, release } from '../../../../tests/server/actors/ledger.ts'
import { people } from '../../../../tests/server/actors/ranks.ts'
import { auditWithin } from '../../../../tests/server/audit-within.ts'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { unhurriedLimits } from '../../../../tests/server/test-settings.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { HOUSE_ID, houseAccount, postTransfers, type Transfer } from '../ledger/index.ts'
import { RANK_PROMISES, runRankAudit } from './audit-ranks.ts'
import { boardAt } from './board.rules.ts'
import { followingDue, followRanks, followRanksOf } from './follow-ranks.ts'
import { auditRanks } from './index.ts'
import { eraseRanks, findAround, findLast, findPage, followTransfers, HAS_UNCOUNTED, sumUp } from './store.ts'

const clock = new TestClock('2026-03-02T12:00:00Z')
async function post(db: Db, ...transfers: Transfer[]): Promise<void> {
  await db.tx((tx) => postTransfers(tx, clock, transfers))
  await followRanks(db)
}
const boards = (at: Date) => [boardAt('all-time', at), boardAt('weekly', at), boardAt('monthly', at)]

type Earned = { userId: string; amount: number; move: number } & (
  | { of: 'balance' | 'lessons' | 'vouches' }
  | { of: 'battles'; opponentId: string }
)

/** Reference model that counts each board from all that happened, by the words of the rule. */
class Model {
  readonly #boards = new Map<number, Earned[]>()
  readonly #gone = new Set<string>()
  #moves = 0

  add(board: number, userId: string, amount: number, of: 'balance' | 'lessons' | 'vouches' = 'balance'): void {
    this.#put(board, { userId, amount, of, move: this.#moves })
  }
  /** A stake that one person lost to another. */
  addWin(board: number, winnerId: string, loserId: string, amount: number): void {
    this.#put(board, { userId: winnerId, opponentId: loserId, amount, of: 'battles', move: this.#moves })
    this.#put(board, { userId: loserId, opponentId: winnerId, amount: -amount, of: 'battles', move: this.#moves })
  }
  #put(board: number, earned: Earned): void {
    this.#boards.set(board, [...(this.#boards.get(board) ?? []), earned])
  }
  leave(userId: string): void {
    this.#gone.add(userId)
  }
  next(): void {
    this.#moves += 1
  }
  order(board: number): { userId: string; points: number }[] {
    const all = (this.#boards.get(board) ?? []).filter(({ userId }) => !this.#gone.has(userId))
    return [...Map.groupBy(all, ({ userId }) => userId)]
      .map(([userId, earned]) => ({
        userId,
        points: board === 0 ? sumOf(earned) : pointsOf(earned),
        since: Math.max(...earned.map(({ move }) => move)),
      }))
      .filter(({ points }) => board === 0 || points > 0)
      .sort((a, b) => b.points - a.points || a.since - b.since)
      .map(({ userId, points }) => ({ userId, points }))
  }
}

const sumOf = (earned: readonly Earned[]) => earned.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Lessons in full; of each opponent what was won beyond what was lost, up to 3,000, of which as much as others won counts
 * up to the lessons; vouches up to the lessons.
 */
function pointsOf(earned: readonly Earned[]): number {
  const learned = sumOf(earned.filter(({ of }) => of === 'lessons'))
  const vouched = sumOf(earned.filter(({ of }) => of === 'vouches'))
  const battles = Map.groupBy(earned, (each) => (each.of === 'battles' ? each.opponentId : null))
  let [won, lost] = [0, 0]
  for (const [opponentId, fights] of battles) {
    if (opponentId === null) continue
    won += Math.max(0, sumOf(fights))
    lost += Math.max(0, -sumOf(fights))
  }
  const goneRound = Math.min(won, lost)
  const counted = won - goneRound + Math.min(goneRound, learned)
  return learned + Math.min(LEADERBOARD_RULES.wonMost, counted) + Math.min(Math.max(0, vouched), learned)
}

/** People from this one on may delete their account. */
const LEAVING = 8

/** Points at the edges of the counters' steps, and many in between. */
const amounts = fc.oneof(
  fc.constantFrom(
    1,
    63,
    64,
    100,
    2_999,
    3_000,
    3_001,
    4_095,
    4_096,
    65_535,
    65_536,
    1_048_575,
    1_048_576,
    1_000_000_000,
  ),
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 1, max: 3_000_000 }),
)
const moves = fc.array(
  fc.record({
    what: fc.constantFrom(
      ...(['lesson', 'lesson', 'bonus', 'vouch', 'vouch', 'unvouch', 'give'] as const),
      ...(['win', 'win', 'win', 'stake', 'stake', 'stake', 'unstake', 'later', 'leave'] as const),
    ),
    who: fc.nat(9),
    other: fc.nat(9),
    amount: amounts,
  }),
  { minLength: 30, maxLength: 60 },
)

let db: Db
let ids: string[]
function emptyBoards(): void {
  beforeAll(async () => {
    db = await openTestDatabase()
    ids = await people(db, 10)
    await db.query('update users set created_at = $1', [clock.now()])
  })
  afterAll(() => db.close())
}

describe('all ranks', () => {
  emptyBoards()
  const model = new Model()
  const free = new Map<string, number>()
  const stakes = new Map<string, { id: string; amount: number }>()
  const gone = new Set<string>()
  let moved = 0
  beforeAll(() => {
    for (const id of ids) {
      model.next()
      model.add(0, id, 0)
    }
  })

  type Move = { what: string; who: number; other: number; amount: number }

  /** Counts after every third transfer, so that some are counted alone and some together. */
  async function move(...transfers: Transfer[]): Promise<void> {
    await db.tx((tx) => postTransfers(tx, clock, transfers))
    if (++moved % 3 === 0) await followRanks(db)
  }

  async function play({ what, who, other, amount }: Move): Promise<void> {
    const [me, you] = [ids[who] as string, ids[other] as string]
    const [, ...periods] = boards(clock.now())
    const mine = free.get(me) ?? 0
    const gain = (userId: string, change: number) => free.set(userId, (free.get(userId) ?? 0) + change)
    model.next()
    if (what === 'later') return clock.advance({ hours: 30 })
    if (gone.has(me) || gone.has(you)) return
    if (what === 'lesson' || what === 'bonus' || what === 'vouch') {
      const kind = ({ lesson: 'lesson_claim', bonus: 'wallet_bonus', vouch: 'vouch_award' } as const)[what]
      await move(issue(me, amount, { kind }))
      model.add(0, me, amount)
      if (what !== 'bonus') {
        for (const board of periods) model.add(board, me, amount, what === 'lesson' ? 'lessons' : 'vouches')
      }
      gain(me, amount)
    } else if (what === 'unvouch' && mine > 0) {
      const part = Math.min(mine, amount)
      await move({ ...give(me, HOUSE_ID, part), kind: 'chain_reversal', to: houseAccount('ap_issued') })
      model.add(0, me, -part)
      for (const board of periods) model.add(board, me, -part, 'vouches')
      gain(me, -part)
    } else if (what === 'leave' && who >= LEAVING && !stakes.has(me)) {
      await db.query('update users set deleted_at = $2 where id = $1', [me, clock.now()])
      await db.query('delete from learners where user_id = $1', [me])
      await eraseRanks(db, me)
      model.leave(me)
      gone.add(me)
    } else if (what === 'stake' && !stakes.has(me) && mine > 0) {
      const id = randomUUID()
      await move(hold(me, mine, id, { kind: 'battle_stake' }))
      stakes.set(me, { id, amount: mine })
      gain(me, -mine)
    } else if (what === 'unstake' && stakes.has(me)) {
      const stake = stakes.get(me) as { id: string; amount: number }
      await move(release(me, me, stake.amount, stake.id, { kind: 'battle_stake_return' }))
      stakes.delete(me)
      gain(me, stake.amount)
    } else if (what === 'win' && me !== you && stakes.has(me)) {
      const stake = stakes.get(me) as { id: string; amount: number }
      await move(release(me, you, stake.amount, stake.id, { kind: 'battle_win' }))
      stakes.delete(me)
      model.add(0, me, -stake.amount)
      model.add(0, you, stake.amount)
      for (const board of periods) model.addWin(board, you, me, stake.amount)
      gain(you, stake.amount)
    } else if (what === 'give' && me !== you && mine > 1) {
      const part = Math.min(mine - 1, amount)
      await move(give(me, you, part))
      model.add(0, me, -part)
      model.add(0, you, part)
      gain(me, -part)
      gain(you, part)
    }
  }

  it('match a sorted list after any transfers, on every board [leaderboard.type-all-time] [leaderboard.type-weekly] [leaderboard.type-monthly] [leaderboard.counts] [leaderboard.counts-won] [leaderboard.counts-lost] [leaderboard.counts-vouched] [leaderboard.bonuses-dont-count]', async () => {
    const run = async (list: Move[]) => {
      for (const move of list) await play(move)
      await followRanks(db)
      for (const board of boards(clock.now())) await compare(board)
    }
    await fc.assert(fc.asyncProperty(moves, run), { numRuns: 8, endOnFailure: true })
    expect(await auditRanks(db)).toMatchObject({ promises: RANK_PROMISES, broken: [] })
  })

  async function compare(board: number): Promise<void> {
    const at = clock.now()
    const expected = model.order(board).map((entry, index) => ({ ...entry, rank: index + 1 }))
    const short = (rows: { id: string; auraPoints: number; rank: number }[]) =>
      rows.map(({ id, auraPoints, rank }) => ({ userId: id, points: auraPoints, rank }))
    // A gift moves two users at once: if they tie now, their order is undefined.
    const all = short(await findPage(db, { board, after: null, limit: 100 }, at))
    expect(all.map(({ points, rank }) => ({ points, rank }))).toEqual(
      expected.map(({ points, rank }) => ({ points, rank })),
    )
    expect(new Set(all.map(({ userId }) => userId))).toEqual(new Set(expected.map(({ userId }) => userId)))
    const asked = all.map(({ userId }) => ({ board, userId }))
    const together = await findAround(db, [...asked, { board, userId: randomUUID() }], { each: 2 }, at)
    expect(together.pop()).toBe(undefined)
    for (const [index, around] of together.entries()) {
      expect(short(around?.rows ?? [])).toEqual(all.slice(Math.max(0, index - 2), index + 3))
      expect(around?.total).toBe(all.length)
    }
    expect(short(await findLast(db, { board, limit: 3 }, at))).toEqual(all.slice(-3))
    const pages: typeof all = []
    for (let after = null as Parameters<typeof findPage>[1]['after']; ; ) {
      const page = await findPage(db, { board, after, limit: 3 }, at)
      pages.push(...short(page))
      after = page.at(-1)?.key ?? null
      if (after === null) break
    }
    expect(pages).toEqual(all)
    if (board === 0) {
      const totalAura = expected.reduce((sum, { points }) => sum + points, 0)
      expect(await sumUp(db)).toMatchObject({ totalUsers: ids.length - gone.size, totalAura })
    }
  }
})

describe('ranks', () => {
  emptyBoards()

  it('break ties by who reached the points first [leaderboard.ties]', async () => {
    const [first, second, third] = (await people(db, 3)) as [string, string, string]
    await post(db, issue(third, 777))
    await post(db, issue(first, 700))
    await post(db, issue(second, 777))
    await post(db, issue(first, 77))
    const stake = randomUUID()
    await post(db, hold(third, 777, stake))
    await post(db, release(third, third, 777, stake))
    const [around] = await findAround(db, [{ board: 0, userId: second }], { each: 1 }, clock.now())
    expect(around?.rows.map(({ id }) => id)).toEqual([third, second, first])
  })

  it('say for how long points wait to be counted, and count them', async () => {
    const job = followingDue({ db, clock, limits: unhurriedLimits })
    await followRanks(db)
    expect(await job.msUntilNextRun()).toBeNull()
    await db.tx((tx) => postTransfers(tx, clock, [issue(ids[0] as string, 5)]))
    clock.advance({ minutes: 3 })
    expect(await job.msUntilNextRun()).toBe(500 - 180_000)
    expect((await auditRanks(db)).broken).toEqual([])
    expect(await job.runBatch()).toBe(false)
    expect(await job.msUntilNextRun()).toBe(500)
    expect(await job.runBatch()).toBe(false)
    expect(await job.msUntilNextRun()).toBeNull()
    expect((await auditRanks(db)).broken).toEqual([])
  })

  it('are counted before a read if its asker moved, or the job has not counted for a while', async () => {
    const [me, other] = ids as [string, string]
    const waiting = async () => (await db.query('select id from uncounted_transfers')).length
    const limits = { ...unhurriedLimits, ranksLagMs: 3_600_000 }
    await db.tx((tx) => postTransfers(tx, clock, [issue(other, 5)]))
    // No job has counted yet.
    await followRanksOf({ db, limits }, undefined)
    expect(await waiting()).toBe(0)
    // A server's jobs have a separate database, as here.
    await followingDue({ db: { ...db }, clock, limits }).runBatch()
    await db.tx((tx) => postTransfers(tx, clock, [issue(other, 5)]))
    await followRanksOf({ db, limits }, undefined)
    await followRanksOf({ db, limits }, me)
    expect(await waiting()).toBe(1)
    await followRanksOf({ db, limits: unhurriedLimits }, me)
    expect(await waiting()).toBe(0)
    for (const transfers of [[issue(me, 5)], [give(me, other, 2)], [give(other, me, 2)]]) {
      await db.tx((tx) => postTransfers(tx, clock, transfers))
      await followRanksOf({ db, limits }, randomUUID())
      expect(await waiting()).toBe(1)
      await followRanksOf({ db, limits }, me)
      expect(await waiting()).toBe(0)
    }
  })

  it('are read after two batches, however many transfers wait', async () => {
    let asked = 0
    const endless: Db = {
      ...db,
      async query<Row>() {
        asked++
        return [{ transfers: 5_000 }] as Row[]
      },
    }
    await followRanks(endless)
    expect(asked).toBe(2)
  })

  it('are shown as they were counted where nobody can count', async () => {
    const [me] = ids as [string]
    await db.tx((tx) => postTransfers(tx, clock, [issue(me, 5)]))
    const readOnly: Db = {
      ...db,
      async query() {
        throw new Error('cannot execute UPDATE in a read-only transaction')
      },
    }
    await followRanks(readOnly)
    expect(await db.query('select id from uncounted_transfers')).toHaveLength(1)
    await followRanks(db)
  })

  it('are asked for by the index of the asker, however much others moved since', async () => {
    const [me] = ids as [string]
    const takenBack = new Error('taken back')
    const work = db.tx(async (tx) => {
      await tx.query(`update rank_log set counted_to = 0, counted = '{}'`)
      await tx.query('set local enable_seqscan = off')
      const plan = await tx.query<{ 'QUERY PLAN': string }>(`explain ${HAS_UNCOUNTED.replace('$1', `'{${me}}'`)}`)
      const conditions = plan.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Index Cond'))
      expect(conditions.join()).toContain('ROW(from_account, id)')
      expect(conditions.join()).toContain('ROW(to_account, id)')
      expect(conditions.join()).not.toMatch(/\(id >/)
      throw takenBack
    })
    await expect(work).rejects.toBe(takenBack)
  })

  it('count as many transfers at a time as asked, and say whether there are more', async () => {
    await db.tx((tx) =>
      postTransfers(
        tx,
        clock,
        [1, 2, 3].map((points) => issue(ids[1] as string, points)),
      ),
    )
    expect([await followTransfers(db, 2), await followTransfers(db, 2), await followTransfers(db, 2)]).toEqual([
      2, 1, 0,
    ])
    expect((await auditRanks(db)).broken).toEqual([])
  })

  it('are reported by the audit when broken, in ranges of any size', async () => {
    for (const id of ids.slice(0, 2)) await post(db, issue(id, 5))
    // A few changes stay in slots: these are counted on every level.
    await db.query('select rebuild_ranks()')
    const week = boardAt('weekly', clock.now())
    const cases: [promise: number, statement: string][] = [
      [0, 'update rank_entries set points = points + 1 where board = 0'],
      [0, 'update rank_log set counted_to = (select min(id) from ledger_transfers)'],
      [1, `update rank_entries set points = points + 1 where board = ${week}`],
      [1, `delete from rank_entries where board = ${week}`],
      [1, `update rank_parts set points = points + 1 where board = ${week} and user_id = '${ids[0]}'`],
      [1, `delete from rank_parts where board = ${week} and user_id = '${ids[0]}'`],
      [2, 'update rank_entries set tie = tie - 1 where board = 0 and points > 0'],
      [3, 'update rank_counters set n = n + 1 where level = 0'],
      [4, 'update rank_counters set points = points + 1 where level = 1'],
      [5, 'update rank_counters set n = n - 1 where level = 2'],
      [6, 'update rank_counters set n = n - 1 where level = 3'],
      [6, "insert into rank_slots (boards, points, ties, shifts) values ('{0}', '{5}', '{-9}', '{1}')"],
    ]
    for (const [promise, statement] of cases) {
      const takenBack = new Error('taken back')
      const work = db.tx(async (tx: Tx) => {
        await tx.query(statement)
        const found = async (rows?: number) =>
          (await runRankAudit(auditWithin(tx, rows))).broken.map((each) => JSON.stringify(each)).sort()
        const broken = await found()
        expect(broken.join()).toContain(RANK_PROMISES[promise])
        for (const rows of [1, 5]) expect(await found(rows)).toEqual(broken)
        throw takenBack
      })
      await expect(work).rejects.toBe(takenBack)
    }
    expect((await auditRanks(db)).broken).toEqual([])
  })

  it('can be rebuilt from the transfers', async () => {
    const state = () =>
      db.query(`select board, user_id, null as part, null as other_id, points, case when points > 0 then tie end
                from rank_entries
                union all
                select board, user_id, part, other_id, points, null from rank_parts order by 1, 2, 3, 4`)
    const before = await state()
    await db.query('select rebuild_ranks()')
    expect(await state()).toEqual(before)
    expect((await auditRanks(db)).broken).toEqual([])
  })
})
