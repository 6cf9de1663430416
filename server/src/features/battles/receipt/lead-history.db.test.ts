import type { Answer } from '@aura/api/calls'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { acceptedBattle, doDue, gift, giver, runAt, STARTS_AT } from '../../../../../tests/server/actors/battles.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import type { Db, SqlValue } from '../../../platform/db/db.ts'
import { voidBattle } from '../index.ts'
import { leadHistoriesDue } from './due-lead-histories.ts'

const ENDS_AT = '2026-03-02T20:00:00.000Z'
const COMPUTES = /^with ahead/

let computed = 0
let failingId: string | undefined
function hear(text: string, values: readonly SqlValue[] = []): void {
  if (!COMPUTES.test(text)) return
  computed++
  if (values[0] === failingId) throw new Error('no lead history')
}
const wrapDb = (db: Db): Db => ({
  ...db,
  async query<Row>(text: string, values?: readonly SqlValue[]) {
    hear(text, values)
    return db.query<Row>(text, values)
  },
  tx: (work) =>
    db.tx((tx) =>
      work({
        ...tx,
        async query<Row>(text: string, values?: readonly SqlValue[]) {
          hear(text, values)
          return tx.query<Row>(text, values)
        },
      }),
    ),
})

const test = openForAll(() => testApp({ wrapDb }))
beforeEach(() => {
  computed = 0
  failingId = undefined
  test.ctx.clock.set('2026-03-02T12:00:00Z')
})

type Receipt = Answer<'GET /api/battles/:id/receipt'>
const receipt = (id: string, on: TestApp = test, query = {}): Promise<Receipt> =>
  new Actor(on).call('GET /api/battles/:id/receipt', { params: { id }, query })

async function liveBattles(...amounts: number[][]): Promise<string[]> {
  const battles = [await acceptedBattle(test), await acceptedBattle(test)]
  await runAt(test, STARTS_AT)
  for (const [index, { ada, bo, id }] of battles.entries()) {
    const givers = [await giver(test), await giver(test)]
    for (const amount of amounts[index] ?? []) {
      test.ctx.clock.advance({ minutes: 1 })
      const side = amount > 0 ? ada : bo
      const { status } = await gift(
        amount % 2 === 0 ? (givers[0] as Actor) : (givers[1] as Actor),
        id,
        side.id,
        Math.abs(amount),
      )
      expect(status).toBe(200)
    }
  }
  return battles.map(({ id }) => id)
}

function leadHistoryOf({ battle, gifts }: Receipt) {
  let [lead, side, leader, leadChanges] = [0, 0, 0, 0]
  let decidedAt: string | null = null
  for (const { participantId, amount, at } of gifts) {
    lead += participantId === battle.challenger.id ? amount : -amount
    if (Math.sign(lead) !== side) decidedAt = at
    side = Math.sign(lead)
    if (side !== 0 && leader !== 0 && side !== leader) leadChanges++
    leader = side || leader
  }
  return { leadChanges, decidedAt: side === 0 ? null : decidedAt, gifters: new Set(gifts.map((g) => g.giverId)).size }
}

const shown = ({ leadChanges, decidedAt, totals }: Receipt) => ({ leadChanges, decidedAt, gifters: totals.gifters })

const secondServer = () =>
  testApp({ clock: test.ctx.clock, openDb: async () => ({ ...test.ctx.db, close: async () => {} }) })

describe('the lead history of a battle that is over', () => {
  it('is computed once, right after its end or voiding, and read by any server from then on', async () => {
    const [settled = '', voided = ''] = await liveBattles([5, -6, 2, -1, -7, 9, -4], [3, -3, -8])
    await voidBattle(test.ctx, { battleId: voided, reason: 'It was no battle.', adminId: null })
    await runAt(test, ENDS_AT)
    expect(computed).toBe(2)
    const receipts = [await receipt(settled), await receipt(voided)]
    const second = await secondServer()
    expect([await receipt(settled, second), await receipt(voided, second)]).toEqual(receipts)
    await second.close()
    expect(computed).toBe(2)
    expect(receipts.map(shown)).toEqual(receipts.map(leadHistoryOf))
    expect(receipts.map(({ leadChanges }) => leadChanges)).toEqual([5, 1])
    expect(receipts[0]?.battle.settledAt).toBe(ENDS_AT)
  })

  it('is computed by its first reader where that comes earlier, and then left as it is', async () => {
    const [id = '', other = ''] = await liveBattles([1, -2], [])
    for (const each of [id, other]) await voidBattle(test.ctx, { battleId: each, reason: 'No.', adminId: null })
    // Simulates a battle that ended before lead histories were stored.
    await test.ctx.db.query('delete from battle_courses where battle_id = $1', [other])
    const pages = await Promise.all(['0', '1'].map((after) => receipt(id, test, { after })))
    expect(pages.map(shown)).toEqual(Array(2).fill(leadHistoryOf(pages[0] as Receipt)))
    expect(shown(await receipt(other))).toEqual({ leadChanges: 0, decidedAt: null, gifters: 0 })
    expect(computed).toBe(2)
    await doDue(test.ctx)
    await receipt(other)
    expect(computed).toBe(2)
  })

  it('without gifts is known at its end', async () => {
    const [id = '', other = ''] = await liveBattles([], [])
    await voidBattle(test.ctx, { battleId: other, reason: 'No.', adminId: null })
    await runAt(test, ENDS_AT)
    const stored = [await receipt(id), await receipt(other)]
    expect(computed).toBe(0)
    await test.ctx.db.query('delete from battle_courses where battle_id in ($1, $2)', [id, other])
    expect([await receipt(id), await receipt(other)]).toEqual(stored)
    expect(computed).toBe(2)
  })

  it('is stored once when several servers compute it at the same moment', async () => {
    const [id = ''] = await liveBattles([1, -2], [])
    await voidBattle(test.ctx, { battleId: id, reason: 'No.', adminId: null })
    const second = await secondServer()
    const [first, other] = await Promise.all([receipt(id), receipt(id, second), doDue(test.ctx)])
    await second.close()
    expect(other).toEqual(first)
    expect(shown(first)).toEqual(leadHistoryOf(first))
  })

  it('that can not be computed is tried again later, and the others do not wait for it', async () => {
    const [broken = '', id = ''] = await liveBattles([1], [2])
    for (const each of [broken, id]) await voidBattle(test.ctx, { battleId: each, reason: 'No.', adminId: null })
    failingId = broken
    const errors: unknown[] = []
    const job = leadHistoriesDue(test.ctx, { onError: (error) => errors.push(error) })
    while (await job.runBatch());
    expect([computed, errors.length]).toEqual([2, 1])
    expect(await job.msUntilNextRun()).toBe(60_000)
    failingId = undefined
    test.ctx.clock.advance({ minutes: 1 })
    while (await job.runBatch());
    expect(computed).toBe(3)
    expect(await job.msUntilNextRun()).toBe(null)
    expect(shown(await receipt(broken))).toMatchObject({ gifters: 1 })
  })
})
