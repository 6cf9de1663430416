import type { Receipt } from '@aura/api/calls/receipts'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { buy, earn, follow, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const test = openForEach(testApp)
let ada: Actor
let bo: Actor
beforeEach(async () => {
  ada = await withUsdc(test)
  bo = await newcomer(test)
})

const list = async (actor: Actor, query = {}) => (await actor.call('GET /api/receipts', { query })).receipts
const one = (actor: Actor, id: string): Promise<Receipt> => actor.call('GET /api/receipts/:id', { params: { id } })
const ask = (actor: Actor, id: string) => actor.send('GET', `/api/receipts/${id}`)
const idOf = async (actor: Actor) => (await actor.me()).id
const sides = ({ transfers }: Receipt) =>
  transfers.map(({ amount, from, to }) => [
    amount,
    from.owner,
    from.account,
    from.balance,
    to.owner,
    to.account,
    to.balance,
  ])
const finalise = async () => {
  test.ctx.chain.mine(3)
  await follow(test)
}
async function withdraw(actor: Actor, held: number, amounts: readonly number[]): Promise<string[]> {
  const terms = await actor.call('POST /api/steeze/redeem', { body: { amount: held } })
  return Promise.all(amounts.map((amount) => test.ctx.chain.withdraw(actor.wallet.address, amount, terms)))
}

describe('a receipt', () => {
  it('of a purchase shows the chain event and the ledger transfer [steeze.receipt-fields]', async () => {
    buy(test, ada, 1)
    const hash = buy(test, ada, 2.5)
    await follow(test)
    const [receipt] = await list(ada)
    expect(receipt).toMatchObject({
      kind: 'purchase',
      usdc: 2.5,
      steeze: 25,
      aura: null,
      other: null,
      transactionHash: hash,
      status: 'completed',
    })
    const full = await one(ada, receipt?.id ?? '')
    expect(full).toMatchObject({
      ...receipt,
      chainId: 31_337,
      block: { number: expect.any(Number), logIndex: expect.any(Number) },
      walletAddress: ada.wallet.address,
      targetAddress: null,
      multiplier: null,
    })
    expect(full.transfers.map(({ key }) => key)).toEqual([expect.stringContaining(hash)])
    expect(sides(full)).toEqual([[25, 'system', 'steeze_chain', null, 'me', 'steeze_purchased', 35]])
  })

  it('of a redemption is confirming until final, and shows its hold and the remainder', async () => {
    await earn(test, bo, 100)
    await finalise()
    const [hash] = await withdraw(bo, 40, [15])
    await follow(test)
    const [seen] = await list(bo)
    expect(seen).toMatchObject({ kind: 'redeem', steeze: 15, usdc: 1.05, transactionHash: hash, status: 'confirming' })
    const hold = [40, 'me', 'steeze_earned', 60, 'me', 'steeze_held', 40]
    expect(sides(await one(bo, seen?.id ?? ''))).toEqual([hold])
    await finalise()
    expect(await list(bo)).toEqual([{ ...seen, status: 'completed' }])
    expect(sides(await one(bo, seen?.id ?? ''))).toEqual([
      hold,
      [15, 'me', 'steeze_held', 25, 'system', 'steeze_chain', null],
      [25, 'me', 'steeze_held', 0, 'me', 'steeze_earned', 85],
      [25, 'me', 'steeze_earned', 60, 'me', 'steeze_held', 25],
    ])
  })

  it('of a vouch is available to both sides and hides the other’s balance', async () => {
    const hash = test.ctx.chain.vouch(ada.wallet.address, bo.wallet.address, 3 * USDC)
    await follow(test)
    const [given, received] = [(await list(ada))[0], (await list(bo))[0]]
    const common = { usdc: 3, steeze: null, aura: 30, transactionHash: hash, status: 'completed' }
    expect(given).toMatchObject({ ...common, kind: 'vouch_given', other: { id: await idOf(bo) } })
    expect(received).toMatchObject({ ...common, kind: 'vouch_received', other: { id: await idOf(ada) } })
    const [mine, theirs] = [await one(ada, given?.id ?? ''), await one(bo, received?.id ?? '')]
    expect(mine).toMatchObject({ multiplier: '1.0', countedUsdc: 3, targetAddress: bo.wallet.address })
    expect(sides(mine)).toEqual([[30, 'system', 'ap_issued', null, 'other', 'ap_available', null]])
    expect(mine.transfers[0]?.to.username).toBe((await bo.me()).username)
    expect(sides(theirs)).toEqual([[30, 'system', 'ap_issued', null, 'me', 'ap_available', 130]])
    // A receipt doesn't name a person whom the reader blocked.
    await bo.call('PUT /api/blocks/:id', { params: { id: await idOf(ada) } })
    expect([(await list(bo))[0]?.other, (await one(bo, received?.id ?? '')).other]).toEqual([null, null])
    expect((await list(ada))[0]).toMatchObject({ other: { id: await idOf(bo) } })
  })

  it('of a purchase made before the wallet was bound goes to its owner, with both transfers', async () => {
    const late = new Actor(test)
    test.ctx.chain.mint(late.wallet.address, 5 * USDC)
    buy(test, late, 1)
    await follow(test)
    await late.signIn()
    const [receipt] = await list(late)
    expect(sides(await one(late, receipt?.id ?? ''))).toEqual([
      [10, 'system', 'steeze_chain', null, 'system', 'steeze_unclaimed', null],
      [10, 'system', 'steeze_unclaimed', null, 'me', 'steeze_purchased', 10],
    ])
  })
})

describe('receipts', () => {
  it('are private: others get not found [steeze.receipts-own]', async () => {
    buy(test, ada, 1)
    await follow(test)
    const id = (await list(ada))[0]?.id ?? ''
    expect(await list(bo)).toEqual([])
    for (const wrong of [id, '999999']) {
      expect(await ask(bo, wrong), wrong).toMatchObject(refusal(404, 'RECEIPT_NOT_FOUND'))
    }
    expect(await one(ada, id)).toMatchObject({ id })
  })

  it('are listed newest first, by kind, in pages', async () => {
    for (let i = 0; i < 51; i++) buy(test, ada, 0.1)
    test.ctx.chain.vouch(ada.wallet.address, bo.wallet.address, USDC)
    await follow(test)
    const first = await ada.call('GET /api/receipts')
    expect([first.receipts.length, first.receipts[0]?.kind]).toEqual([50, 'vouch_given'])
    const rest = await ada.call('GET /api/receipts', { query: { before: first.next ?? '' } })
    expect([rest.receipts.length, rest.next]).toEqual([2, null])
    const ids = [...first.receipts, ...rest.receipts].map(({ id }) => Number(id))
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    expect((await list(ada, { kind: 'vouch_given' })).length).toBe(1)
    expect(await list(ada, { kind: 'redeem' })).toEqual([])
  })

  it('disappear when a reorg reverts the event', async () => {
    const hash = buy(test, ada, 1)
    await follow(test)
    const id = (await list(ada))[0]?.id ?? ''
    test.ctx.chain.reorg(1, { drop: [hash] })
    await follow(test)
    expect(await list(ada)).toEqual([])
    expect(await ask(ada, id)).toMatchObject(refusal(404, 'RECEIPT_NOT_FOUND'))
  })
})
