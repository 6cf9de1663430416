import { BattleReceipt } from '@aura/api/calls/battles/receipt'
import { receiptFaults } from '@aura/api/receipt-faults'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { doDue, gift, liveBattle, readBattle } from '../../../../../tests/server/actors/battles.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { rethrow } from '../../../../../tests/server/rethrow.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { auditBattles } from '../audit-battles.ts'
import { battlesDue } from '../lifecycle/due-battles.ts'
import { voidBattle } from '../lifecycle/void-battle.ts'
import { heartbeatsDue } from './heartbeat.ts'

const END_MS = Date.parse('2026-03-02T20:00:00.000Z')
const iso = (msAfterEnd: number) => new Date(END_MS + msAfterEnd).toISOString()

let test: TestApp
beforeEach(async () => {
  test = await testApp({ limits: { battleOutageMs: 5_000 } })
  test.ctx.clock.set('2026-03-02T12:00:00Z')
})
afterEach(async () => {
  expect((await auditBattles(test.ctx.db)).broken).toEqual([])
  await test.close()
})

const moveTo = (msAfterEnd: number) => test.ctx.clock.set(iso(msAfterEnd))
const runAt = async (msAfterEnd: number) => {
  moveTo(msAfterEnd)
  await doDue(test.ctx)
}
const battleOf = (id: string) => readBattle(new Actor(test), id)
const receiptOf = (id: string) => new Actor(test).call('GET /api/battles/:id/receipt', { params: { id } })

async function nearEnd(softClose = false) {
  const battle = await liveBattle(test, { purchased: 100 }, { softClose })
  // The first heartbeat of a server without battles to watch is no outage.
  await runAt(-100_000)
  await runAt(-99_000)
  return battle
}

async function heartbeatsUntil(fromMs: number, toMs: number) {
  for (let ms = fromMs; ms <= toMs; ms += 4_000) await runAt(ms)
}

describe('an outage in the last minute', () => {
  it('counts a gift that arrives after the old end before anything else looked at the outage', async () => {
    const { ada, cy, id } = await nearEnd()
    await heartbeatsUntil(-96_000, -12_000)
    moveTo(3_000)
    test.changedTopics()
    expect(await gift(cy, id, ada.id, 5)).toMatchObject({ status: 200 })
    expect(test.changedTopics()).toEqual(expect.arrayContaining([`battle:${id}`, 'battles']))
    expect(await battleOf(id)).toMatchObject({ status: 'active', endsAt: iso(15_000) })
    await runAt(16_000)
    expect(await battleOf(id)).toMatchObject({ status: 'completed', winnerId: ada.id })
  })

  it('refuses a gift after the end when there was none, or when it moves nothing', async () => {
    const first = await nearEnd()
    await heartbeatsUntil(-96_000, -2_000)
    moveTo(1_000)
    expect(await gift(first.cy, first.id, first.ada.id, 5)).toMatchObject(refusal(409, 'BATTLE_ENDED'))
    // An outage longer than users wait.
    moveTo(700_000)
    expect(await gift(first.cy, first.id, first.ada.id, 5)).toMatchObject(refusal(409, 'BATTLE_ENDED'))
    expect(await battleOf(first.id)).toMatchObject({ endsAt: iso(0) })
  })

  it('moves the end of its battle once, before it is settled, and tells its page [battles.outage] [battles.receipt-outage]', async () => {
    const { ada, cy, id } = await nearEnd()
    await heartbeatsUntil(-96_000, -12_000)
    test.changedTopics()
    await runAt(3_000)
    expect(test.changedTopics()).toEqual(expect.arrayContaining([`battle:${id}`, 'battles']))
    const outage = { from: iso(-12_000), to: iso(3_000), endedAt: iso(0), endsAt: iso(15_000) }
    expect(await battleOf(id)).toMatchObject({ status: 'active', endsAt: iso(15_000), duration: 4, outage })
    moveTo(4_000)
    expect(await gift(cy, id, ada.id, 5)).toMatchObject({ status: 200 })
    // A second outage moves nothing.
    await runAt(20_000)
    expect(await battleOf(id)).toMatchObject({ status: 'completed', winnerId: ada.id, endsAt: iso(15_000), outage })
    const receipt = await receiptOf(id)
    expect(BattleReceipt.parse(receipt)).toEqual(receipt)
    expect(receipt).toMatchObject({ format: 'aura-battle-receipt/3', outage: { ...outage, afterGift: 0 } })
    expect(receipt.rule).toContain('outage')
    expect(await receiptFaults([receipt])).toEqual([])
  })

  it('and late leads on both sides of it move one end, which verifies [battles.outage]', async () => {
    const { ada, bo, cy, id } = await nearEnd(true)
    await heartbeatsUntil(-96_000, -32_000)
    moveTo(-30_000)
    await gift(cy, id, ada.id, 1)
    await heartbeatsUntil(-28_000, 0)
    moveTo(31_000)
    // The settlement runs alone, before any heartbeat.
    await battlesDue(test.ctx, { onError: rethrow, features: [] }).runBatch()
    expect(await battleOf(id)).toMatchObject({ endsAt: iso(61_000), extendedAt: [iso(-30_000)] })
    moveTo(33_000)
    await gift(cy, id, bo.id, 2)
    expect(await battleOf(id)).toMatchObject({ endsAt: iso(93_000), extendedAt: [iso(-30_000), iso(33_000)] })
    await heartbeatsUntil(35_000, 95_000)
    expect(await battleOf(id)).toMatchObject({ status: 'completed', winnerId: bo.id, endsAt: iso(93_000) })
    const receipt = await receiptOf(id)
    expect(receipt).toMatchObject({ format: 'aura-battle-receipt/3', outage: { afterGift: 1 } })
    expect(await receiptFaults([receipt])).toEqual([])
  })

  it('is none while a server writes each few seconds, nor for a night [battles.outage]', async () => {
    const { id } = await nearEnd()
    await heartbeatsUntil(-96_000, 0)
    expect(await battleOf(id)).toMatchObject({ status: 'completed', endsAt: iso(0), outage: null })
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const night = await nearEnd()
    await runAt(8 * 3_600_000)
    expect(await battleOf(night.id)).toMatchObject({ status: 'completed', endsAt: iso(0), outage: null })
    // With nothing near its end, nothing is written, and the job rests until well before a last minute.
    const beats = () => test.ctx.db.query('select * from battle_pulse')
    const before = await beats()
    await runAt(9 * 3_600_000)
    expect(await beats()).toEqual(before)
    const job = heartbeatsDue(test.ctx)
    await job.runBatch()
    expect(await job.msUntilNextRun()).toBe(10_000)
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    await nearEnd()
    await job.runBatch()
    expect(await job.msUntilNextRun()).toBe(500)
  })

  it('stays on a battle that is called off', async () => {
    const { id } = await nearEnd()
    await runAt(-30_000)
    expect(await battleOf(id)).toMatchObject({ endsAt: iso(30_000) })
    await voidBattle(test.ctx, { battleId: id, reason: 'Both asked for it.', adminId: null })
    const receipt = await receiptOf(id)
    expect(receipt).toMatchObject({ format: 'aura-battle-receipt/3', battle: { status: 'cancelled' } })
    expect(await receiptFaults([receipt])).toEqual([])
  })
})

it('the database refuses an outage that does not explain the end', async () => {
  const { id } = await nearEnd()
  await heartbeatsUntil(-96_000, -24_000)
  await runAt(-10_000)
  for (const change of [
    "outage_moved_to = outage_moved_to + interval '1 second'",
    "ends_at = ends_at + interval '1 second'",
    "outage_to = outage_to - interval '1 second'",
    'outage_from = null',
    'outage_gifts = 1',
  ])
    await expect(test.ctx.db.query(`update battles set ${change} where id = $1`, [id]), change).rejects.toThrow(
      /battles_/,
    )
})

it('the audit finds an extension that no gift explains', async () => {
  const { ada, cy, id } = await nearEnd(true)
  moveTo(-30_000)
  await gift(cy, id, ada.id, 1)
  const shift = (by: string) =>
    test.ctx.db.query(
      `update battles set extended_at = array[extended_at[1] + $2::interval], ends_at = ends_at + $2::interval,
                          due_at = due_at + $2::interval where id = $1`,
      [id, by],
    )
  await shift('1 second')
  expect((await auditBattles(test.ctx.db)).broken).toMatchObject([{ subject: id }])
  await shift('-1 second')
})
