import { beforeEach, describe, expect, it } from 'vitest'
import { giver, liveBattle, runAt } from '../../../../../tests/server/actors/battles.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { storeRefusals } from './gift-answers.ts'
import type { GiftOutcome } from './gift-batch.rules.ts'
import { giveGifts } from './give-gifts.ts'
import { RecentRepeats } from './recent-repeats.ts'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

/** Returns a function that gives to one side of a live battle, in batches whose keys count as new. */
async function prepare(purse = { purchased: 100 }) {
  const { id, ada, cy } = await liveBattle(test, purse)
  const other = await giver(test)
  let transactions = 0
  let lookups = 0
  const ctx: typeof test.ctx = {
    ...test.ctx,
    db: {
      ...test.ctx.db,
      tx(work) {
        transactions++
        return test.ctx.db.tx((tx) =>
          work({
            ...tx,
            query(text, values) {
              if (text.includes('gifts_with_keys')) lookups++
              return tx.query(text, values)
            },
          }),
        )
      },
    },
  }
  const wanted = (giverId: string, key: string, amount = 1) => ({
    battleId: id,
    participantId: ada.id,
    giverId,
    amount,
    key: `${id}/${key}`,
  })
  return {
    cy,
    ofCy: (key: string, amount?: number) => wanted(cy.id, key, amount),
    ofOther: (key: string, amount?: number) => wanted(other.id, key, amount),
    async give(gifts: ReturnType<typeof wanted>[], repeats = new RecentRepeats(test.ctx.clock)) {
      transactions = 0
      lookups = 0
      const outcomes = await giveGifts(ctx, gifts, repeats)
      return { outcomes, transactions, lookups }
    },
    async total() {
      const [row] = await test.ctx.db.query<{ steeze: number; count: number; rows: number }>(
        `select challenger_steeze::int as steeze, gift_count as count,
                (select count(*)::int from battle_gifts where battle_id = $1) as rows
         from battles where id = $1`,
        [id],
      )
      return row
    },
  }
}

describe('keys that are taken for new', () => {
  it('are not looked up', async () => {
    const { ofCy, ofOther, give, total } = await prepare()
    expect(await give([ofCy('a', 2), ofOther('b', 3)])).toMatchObject({ transactions: 1, lookups: 0 })
    expect(await total()).toEqual({ steeze: 5, count: 2, rows: 2 })
  })

  it('get their first outcome if they are known, and the others of the batch are given', async () => {
    const { ofCy, ofOther, give, total } = await prepare()
    const [first] = (await give([ofCy('a', 2)])).outcomes
    const { outcomes, ...rest } = await give([ofOther('b', 3), ofCy('a', 2), ofCy('c', 4)])
    expect(rest).toEqual({ transactions: 2, lookups: 1 })
    expect(outcomes[0]).toMatchObject({ given: { amount: 3, seq: 2 } })
    expect(outcomes[1]).toEqual(first)
    expect(outcomes[2]).toMatchObject({ given: { amount: 4, seq: 3 } })
    expect((await give([ofCy('a', 5)])).outcomes).toEqual([{ refused: 'IDEMPOTENCY_KEY_REUSED' }])
    expect(await total()).toEqual({ steeze: 9, count: 3, rows: 3 })
  })

  it('get their first outcome although the gift would now be refused', async () => {
    const { ofCy, ofOther, give, total } = await prepare({ purchased: 2 })
    const [first] = (await give([ofCy('a', 2)])).outcomes
    const again = await give([ofCy('a', 2), ofCy('b', 1), ofOther('c', 1)])
    expect(again).toMatchObject({ transactions: 1, lookups: 1 })
    expect(again.outcomes[0]).toEqual(first)
    expect(again.outcomes[1]).toEqual({ refused: 'GIFT_STEEZE_TOO_LOW' })
    expect(again.outcomes[2]).toMatchObject({ given: { seq: 2 } })
    expect((await give([ofCy('a', 1)])).outcomes).toEqual([{ refused: 'IDEMPOTENCY_KEY_REUSED' }])
    await runAt(test, '2026-03-02T20:00:00Z')
    expect((await give([ofCy('a', 2)])).outcomes).toEqual([first])
    expect(await total()).toEqual({ steeze: 3, count: 2, rows: 2 })
  })

  it('get the gift although another server, which did not see it, stored a refusal', async () => {
    const { ofCy, give } = await prepare()
    const gift = ofCy('a')
    const [first] = (await give([gift])).outcomes
    const outcomes: GiftOutcome[] = [{ refused: 'BATTLE_ENDED' }]
    const plan = { outcomes, given: [], refused: [0], totals: new Map() }
    await test.ctx.db.tx((tx) => storeRefusals(tx, test.ctx.clock, [gift], plan))
    expect((await give([gift])).outcomes).toEqual([first])
  })

  it('are looked up for a second once one was known, so that repeating them costs others little', async () => {
    const { ofCy, ofOther, give, total } = await prepare()
    await give([ofCy('a')])
    const repeats = new RecentRepeats(test.ctx.clock)
    expect(await give([ofCy('a'), ofOther('b')], repeats)).toMatchObject({ transactions: 2, lookups: 1 })
    expect(await give([ofCy('a'), ofOther('c')], repeats)).toMatchObject({ transactions: 1, lookups: 1 })
    test.ctx.clock.set(new Date(test.ctx.clock.now().getTime() + 1_000))
    expect(await give([ofOther('d')], repeats)).toMatchObject({ transactions: 1, lookups: 0 })
    expect(await total()).toEqual({ steeze: 4, count: 4, rows: 4 })
  })
})
