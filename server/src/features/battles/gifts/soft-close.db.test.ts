import { BattleReceipt } from '@aura/api/calls/battles/receipt'
import { receiptFaults } from '@aura/api/receipt-faults'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { doDue, gift, liveBattle, readBattle } from '../../../../../tests/server/actors/battles.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const END_MS = Date.parse('2026-03-02T20:00:00.000Z')
const iso = (msAfterEnd: number) => new Date(END_MS + msAfterEnd).toISOString()

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const softBattle = () => liveBattle(test, { purchased: 1_000 }, { softClose: true })
const moveTo = (msAfterEnd: number) => test.ctx.clock.set(iso(msAfterEnd))
const statusOf = async (id: string) => (await readBattle(new Actor(test), id)).status
const receiptOf = (id: string) => new Actor(test).call('GET /api/battles/:id/receipt', { params: { id } })

async function extendedThrice() {
  const battle = await softBattle()
  const { ada, bo, cy, id } = battle
  for (const [ms, side, amount] of [
    [-30_000, ada, 1],
    [-1, bo, 2],
    [59_998, ada, 2],
  ] as const) {
    moveTo(ms)
    expect(await gift(cy, id, side.id, amount)).toMatchObject({ status: 200 })
  }
  return battle
}

describe('a late lead', () => {
  it('moves the end of its battle alone, and the settlement follows [battles.soft-close] [battles.soft-close-shown]', async () => {
    const { ada, bo, cy, id } = await softBattle()
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const other = await softBattle()
    test.changedTopics()
    moveTo(-30_000)
    await gift(cy, id, ada.id, 5)
    expect(test.changedTopics().sort()).toEqual([`battle:${id}`, 'battles', `user:${cy.id}`].sort())
    expect(await readBattle(cy, id)).toMatchObject({
      softClose: true,
      endsAt: iso(30_000),
      votingEndsAt: iso(30_000),
      duration: 4,
      extendedAt: [iso(-30_000)],
    })
    moveTo(0)
    await doDue(test.ctx)
    expect([await statusOf(id), await statusOf(other.id)]).toEqual(['active', 'completed'])
    expect(await readBattle(cy, other.id)).toMatchObject({ endsAt: iso(0), extendedAt: [] })
    moveTo(29_999)
    // This gift makes a tie, which takes no lead.
    expect(await gift(cy, id, bo.id, 5)).toMatchObject({ status: 200 })
    test.changedTopics()
    expect(await gift(cy, id, ada.id, 1, { 'idempotency-key': 'the-last-one' })).toMatchObject({ status: 200 })
    expect(await gift(cy, id, ada.id, 1, { 'idempotency-key': 'the-last-one' })).toMatchObject({ status: 200 })
    expect(await readBattle(cy, id)).toMatchObject({ challengerVotes: 6, endsAt: iso(89_999) })
    moveTo(89_999)
    expect(await gift(cy, id, bo.id, 9)).toMatchObject(refusal(409, 'BATTLE_ENDED'))
    await doDue(test.ctx)
    expect(await readBattle(cy, id)).toMatchObject({ status: 'completed', winnerId: ada.id, endsAt: iso(89_999) })
  })
})

describe('the receipt of a battle with a soft close', () => {
  it('lists its extensions and can be recomputed [battles.receipt-soft-close]', async () => {
    const { id } = await extendedThrice()
    moveTo(119_998)
    await doDue(test.ctx)
    const receipt = await receiptOf(id)
    expect(BattleReceipt.parse(receipt)).toEqual(receipt)
    expect(receipt).toMatchObject({
      format: 'aura-battle-receipt/2',
      battle: { duration: 4, endsAt: iso(119_998) },
      softClose: {
        seconds: 60,
        atMost: 3,
        plannedEndsAt: iso(0),
        extensions: [
          { at: iso(-30_000), endsAt: iso(30_000) },
          { at: iso(-1), endsAt: iso(59_999) },
          { at: iso(59_998), endsAt: iso(119_998) },
        ],
      },
    })
    expect(receipt.rule).toContain('at most three times')
    expect(await receiptFaults([receipt])).toEqual([])
  })
})

it('the database refuses an end that no extension explains, and extensions that break the rule', async () => {
  const { id } = await extendedThrice()
  for (const change of [
    "ends_at = ends_at + interval '1 second'",
    "extended_at = extended_at || ends_at, ends_at = ends_at + interval '60 seconds'",
    'soft_close = false',
    "extended_at[1] = planned_ends_at - interval '60 seconds'",
    "extended_at = '{}'",
    'extended_at[2] = null',
  ])
    await expect(test.ctx.db.query(`update battles set ${change} where id = $1`, [id]), change).rejects.toThrow(
      /battles_extended/,
    )
})
