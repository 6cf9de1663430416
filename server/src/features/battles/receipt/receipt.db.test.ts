import { BattleReceipt } from '@aura/api/calls/battles/receipt'
import { receiptFaults } from '@aura/api/receipt-faults'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { gift, giver, liveBattle, readBattle, runAt } from '../../../../../tests/server/actors/battles.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { voidBattle } from '../index.ts'

const ENDS_AT = '2026-03-02T20:00:00.000Z'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const receipt = (id: string, query: Record<string, string> = {}) =>
  new Actor(test).call('GET /api/battles/:id/receipt', { params: { id }, query })

async function foughtBattle() {
  const { ada, bo, cy, id } = await liveBattle(test, { purchased: 4, earned: 100 })
  const dee = await giver(test)
  for (const [who, side, amount] of [
    [cy, bo, 5],
    [dee, ada, 6],
    [cy, bo, 1],
    [dee, bo, 3],
    [cy, bo, 2],
  ] as const) {
    test.ctx.clock.advance({ minutes: 1 })
    await gift(who, id, side.id, amount)
  }
  return { ada, bo, cy, dee, id }
}

describe('the receipt of a finished battle', () => {
  it('shows participants, stakes, gifts, ledger and result publicly, and can be recomputed [battles.receipt]', async () => {
    const { ada, bo, cy, id } = await foughtBattle()
    await runAt(test, ENDS_AT)
    const full = await receipt(id)
    expect(BattleReceipt.parse(full)).toEqual(full)
    expect(full).toMatchObject({
      format: 'aura-battle-receipt/1',
      battle: {
        id,
        status: 'completed',
        challenger: { id: ada.id },
        opponent: { id: bo.id },
        stake: 250,
        winnerId: bo.id,
        settledAt: ENDS_AT,
      },
      totals: { challenger: 6, opponent: 11, gifts: 5, gifters: 2 },
      leadChanges: 2,
      decidedAt: '2026-03-02T16:04:00.000Z',
      nextAfter: null,
    })
    expect(full.gifts[0]).toMatchObject({ seq: 1, giverId: cy.id, amount: 5, purchased: 4, earned: 1 })
    expect(
      full.entries.map(({ key, amount, currency }) => [key.split('/').slice(2).join('/'), amount, currency]),
    ).toEqual([
      ['stake/challenger', 250, 'AP'],
      ['stake/opponent', 250, 'AP'],
      ['win/opponent', 250, 'AP'],
      ['return/opponent', 250, 'AP'],
      ['gifts/challenger', 6, 'STEEZE'],
      ['gifts/opponent', 11, 'STEEZE'],
    ])
    expect(full).not.toHaveProperty('softClose')
    expect(full.topGifters).toEqual((await readBattle(cy, id)).topGifters)
    expect(await receiptFaults([full])).toEqual([])
  })

  it('is paged', async () => {
    const { id } = await foughtBattle()
    await runAt(test, ENDS_AT)
    const first = await receipt(id, { limit: '3' })
    const second = await receipt(id, { limit: '3', after: String(first.nextAfter) })
    expect([first.nextAfter, second.nextAfter, second.gifts.map(({ seq }) => seq)]).toEqual([3, null, [4, 5]])
    expect(await receiptFaults([first, second])).toEqual([])
    expect(await receiptFaults([first])).toContain('the gifts do not lead to the head of the chain')
  })

  it('of a voided battle shows the void', async () => {
    const { id } = await foughtBattle()
    await voidBattle(test.ctx, { battleId: id, reason: 'It was no battle.', adminId: null })
    const full = await receipt(id)
    expect(full.battle).toMatchObject({ status: 'cancelled', winnerId: null, cancelReason: 'It was no battle.' })
    expect(await receiptFaults([full])).toEqual([])
  })

  it('does not exist for an unknown battle or before a battle is settled', async () => {
    const { id } = await foughtBattle()
    const visitor = new Actor(test)
    expect(await visitor.send('GET', `/api/battles/${id}/receipt`)).toMatchObject(refusal(409, 'BATTLE_NOT_OVER'))
    const none = await visitor.send('GET', '/api/battles/f47ac10b-58cc-4372-a567-0e02b2c3d479/receipt')
    expect(none).toMatchObject(refusal(404, 'BATTLE_NOT_FOUND'))
  })
})
