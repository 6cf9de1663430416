import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../test/actors.ts'
import { buy, follow, purchasedOf, USDC, withUsdc } from '../../../test/chain.ts'
import { databaseState } from '../../../test/database-state.ts'
import { post } from '../../../test/ledger.ts'
import { refusal } from '../../../test/refusal.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { houseAccount, userAccount } from '../ledger/public.ts'

let test: TestApp
beforeEach(async () => {
  test = await testApp()
})
afterEach(() => test.close())

const PATH = '/api/steeze/confirm-purchase'
const confirm = (actor: Actor, transactionHash: string, more: object = {}, headers = {}) =>
  actor.send<Record<string, unknown>>('POST', PATH, { transactionHash, ...more }, headers)
const unclaimed = async () =>
  (
    await test.ctx.db.query<{ total: number }>(
      `select coalesce(sum(e.amount), 0)::bigint as total from ledger_entries e
     join ledger_accounts a on a.id = e.account_id where a.kind = 'steeze_unclaimed'`,
    )
  )[0]?.total

describe('a purchase', () => {
  it('is credited when it is confirmed, ten for a dollar [steeze.call-confirm-purchase] [steeze.const-rate-buy] [ledger.usdc-micros]', async () => {
    const [ada, bo] = [await withUsdc(test), await withUsdc(test)]
    expect(await confirm(ada, buy(test, ada, 2.5))).toMatchObject({
      status: 200,
      body: { status: 'completed', amount: 25, message: 'Steeze tokens added to your balance' },
    })
    expect([await purchasedOf(ada), await purchasedOf(bo)]).toEqual([25, 0])
    expect((await ada.me()).steezeBalance).toBe(25)
    const said = await test.ctx.db.query(
      `select e.usdc_micros as told, p.usdc_micros as kept from chain_events e join steeze_purchases p on p.event_id = e.id`,
    )
    expect(said).toEqual([{ told: 2_500_000, kept: 2_500_000 }])
  })

  it('is confirming until it is deep enough, with 202, and credited nowhere before [steeze.confirm-202]', async () => {
    test.ctx.chain.confirmations = 3
    const ada = await withUsdc(test)
    const hash = test.ctx.chain.buy(ada.wallet.address, USDC, { isPending: true })
    const key = { 'idempotency-key': 'one-and-the-same' }
    const confirming = (confirmations: number) => ({
      status: 202,
      body: { status: 'confirming', confirmations, confirmationsNeeded: 3, message: 'Confirming', amount: null },
    })
    expect(await confirm(ada, hash, {}, key)).toMatchObject(confirming(0))
    test.ctx.chain.mine()
    expect(await confirm(ada, hash, {}, key)).toMatchObject(confirming(1))
    test.ctx.chain.mine()
    expect(await confirm(ada, hash, {}, key)).toMatchObject(confirming(2))
    await follow(test)
    expect(await purchasedOf(ada)).toBe(0)
    test.ctx.chain.mine()
    expect(await confirm(ada, hash, {}, key)).toMatchObject({ status: 200, body: { status: 'completed', amount: 10 } })
    expect(await purchasedOf(ada)).toBe(10)
  })

  it('is credited once, whoever finds it first and however often [steeze.credited-once]', async () => {
    const ada = await withUsdc(test)
    const first = buy(test, ada, 1)
    await confirm(ada, first)
    await follow(test)
    await confirm(ada, first)
    const second = buy(test, ada, 1)
    await follow(test)
    await Promise.all([confirm(ada, second), confirm(ada, second.toUpperCase().replace('0X', '0x')), follow(test)])
    expect(await purchasedOf(ada)).toBe(20)
  })

  it('that was confirmed and then disappears is taken back', async () => {
    const ada = await withUsdc(test)
    const hash = buy(test, ada, 1)
    await confirm(ada, hash)
    test.ctx.chain.reorg(1, { drop: [hash] })
    await follow(test)
    expect(await purchasedOf(ada)).toBe(0)
  })

  it('stands among my transactions, newest first [steeze.call-transactions]', async () => {
    const [ada, bo] = [await withUsdc(test), await withUsdc(test)]
    const first = buy(test, ada, 1)
    test.ctx.clock.advance({ minutes: 1 })
    const second = buy(test, ada, 2)
    await follow(test)
    const at = test.ctx.clock.now().toISOString()
    expect(await ada.call('GET /api/steeze/transactions')).toMatchObject([
      { type: 'purchase', amount: 20, usdcAmount: 2, transactionHash: second, status: 'completed', createdAt: at },
      { type: 'purchase', amount: 10, usdcAmount: 1, transactionHash: first, status: 'completed' },
    ])
    expect(await bo.call('GET /api/steeze/transactions')).toEqual([])
    expect(await new Actor(test).send('GET', '/api/steeze/transactions')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  })
})

describe('what is not my purchase is refused by its name and credits nothing', () => {
  let ada: Actor
  let bo: Actor
  beforeEach(async () => {
    ada = await withUsdc(test)
    bo = await withUsdc(test)
  })

  const refused = async (hash: string, expected: object, more: object = {}) => {
    const before = await databaseState(test.ctx.db)
    expect(await confirm(ada, hash, more)).toMatchObject(expected)
    expect(await databaseState(test.ctx.db)).toEqual(before)
  }

  it('somebody else’s [steeze.confirm-foreign-hash]', () =>
    refused(buy(test, bo, 1), refusal(403, 'TRANSACTION_OF_ANOTHER')))
  it('another contract’s, though it looks the same', () =>
    refused(test.ctx.chain.alien(ada.wallet.address, USDC), refusal(409, 'TRANSACTION_NOT_OURS')))
  it('a vouch', () =>
    refused(test.ctx.chain.vouch(ada.wallet.address, bo.wallet.address, USDC), refusal(409, 'TRANSACTION_NOT_OURS')))
  it('one that failed', () =>
    refused(test.ctx.chain.buy(ada.wallet.address, USDC / 20), refusal(409, 'TRANSACTION_FAILED')))
  it('one of another network', () => refused(buy(test, ada, 1), refusal(409, 'WRONG_CHAIN'), { chainId: 1 }))
  it('nothing at all', () => refused(`0x${'7'.repeat(64)}`, refusal(404, 'TRANSACTION_NOT_FOUND')))
  it('no hash', () => refused('0x12', refusal(400, 'INVALID_REQUEST')))
  it('anything while the network is down: that is no refusal', async () => {
    const hash = buy(test, ada, 1)
    test.ctx.chain.isReachable = false
    await refused(hash, refusal(503, 'CHAIN_UNAVAILABLE'))
    test.ctx.chain.isReachable = true
    expect(await confirm(ada, hash)).toMatchObject({ status: 200 })
  })
  it('anything of nobody', async () => {
    const hash = buy(test, ada, 1)
    expect(await confirm(new Actor(test), hash)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(await purchasedOf(ada)).toBe(0)
  })
})

describe('a purchase by a wallet nobody has', () => {
  it('waits, and is given once to whoever binds that wallet next [steeze.unclaimed]', async () => {
    const bo = await withUsdc(test)
    const ada = new Actor(test)
    test.ctx.chain.mint(ada.wallet.address, 10 * USDC)
    buy(test, ada, 3)
    await follow(test)
    expect(await unclaimed()).toBe(30)
    test.ctx.clock.advance({ minutes: 1 })
    await ada.signIn()
    expect([await purchasedOf(ada), await purchasedOf(bo), await unclaimed()]).toEqual([30, 0, 0])
    await ada.signIn()
    test.ctx.chain.mine(4)
    await follow(test)
    expect([await purchasedOf(ada), await unclaimed()]).toEqual([30, 0])
  })

  it('that is found only after it was bound goes to who bound it [steeze.credit-by-block-time]', async () => {
    const ada = new Actor(test)
    test.ctx.chain.mint(ada.wallet.address, 10 * USDC)
    buy(test, ada, 3)
    test.ctx.clock.advance({ minutes: 1 })
    await ada.signIn()
    await follow(test)
    expect([await purchasedOf(ada), await unclaimed()]).toEqual([30, 0])
  })

  it('and that disappears before that is nobody’s', async () => {
    const ada = new Actor(test)
    test.ctx.chain.mint(ada.wallet.address, 10 * USDC)
    const hash = buy(test, ada, 3)
    await follow(test)
    test.ctx.chain.reorg(1, { drop: [hash] })
    await follow(test)
    await ada.signIn()
    expect([await purchasedOf(ada), await unclaimed()]).toEqual([0, 0])
  })
})

describe('a purchase that disappears after it was spent', () => {
  let ada: Actor
  let bo: Actor
  let hash: string
  beforeEach(async () => {
    ada = await withUsdc(test)
    bo = await withUsdc(test)
    hash = buy(test, ada, 3)
    await follow(test)
    await give(ada, bo, 20)
    test.ctx.chain.reorg(1, { drop: [hash] })
    await follow(test)
  })

  const idOf = async (actor: Actor) => (await actor.me()).id
  const give = async (from: Actor, to: Actor, amount: number) =>
    post(test.ctx.db, {
      key: `gift/${crypto.randomUUID()}`,
      kind: 'test_credit',
      reference: 'test',
      from: userAccount(await idOf(from), 'steeze_purchased'),
      to: userAccount(await idOf(to), 'steeze_earned'),
      amount,
    })
  const debt = async () =>
    (
      await test.ctx.db.query<{ balance: number }>(
        `select balance from ledger_accounts where kind = 'steeze_debt' and owner_id = $1`,
        [await idOf(ada)],
      )
    )[0]?.balance

  it('takes what is left and leaves the rest as a debt, which nobody else pays [steeze.reorg]', async () => {
    expect([await purchasedOf(ada), await debt()]).toEqual([0, -20])
    expect(await bo.call('GET /api/steeze/balance')).toEqual({ battleEarnedSteeze: 20, purchasedSteeze: 0 })
  })

  it('is paid first from what comes later [steeze.debt-paid-first]', async () => {
    buy(test, ada, 1.5)
    await follow(test)
    expect([await purchasedOf(ada), await debt()]).toEqual([0, -5])
    await give(bo, ada, 0).catch(() => {})
    buy(test, ada, 1)
    await follow(test)
    expect([await purchasedOf(ada), await debt()]).toEqual([5, 0])
  })

  it('keeps its owner from spending anything meanwhile, of either kind', async () => {
    const adaId = await idOf(ada)
    await expect(give(ada, bo, 1)).rejects.toMatchObject({ code: 'IN_DEBT' })
    const spend = {
      key: 'spend',
      kind: 'hold' as const,
      reference: 'test',
      from: userAccount(adaId, 'ap_available'),
      to: houseAccount('ap_issued'),
      amount: 1,
    }
    await expect(post(test.ctx.db, spend)).rejects.toMatchObject({ code: 'IN_DEBT' })
    buy(test, ada, 2)
    await follow(test)
    await post(test.ctx.db, spend)
  })

  it('comes back when the purchase does', async () => {
    // The same transaction in a later block.
    buy(test, ada, 3)
    await follow(test)
    expect([await purchasedOf(ada), await debt()]).toEqual([10, 0])
  })
})

describe('what is told of buying', () => {
  it('are rates, limits and where [steeze.call-purchase] [steeze.purchase-rates]', async () => {
    expect(await (await newcomer(test)).call('GET /api/steeze/purchase')).toEqual({
      contractAddress: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
      usdcAddress: '0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa',
      chainId: 31_337,
      steezePerUsdc: 10,
      stepUsdc: 0.1,
      usdcPerRedeemedSteeze: 0.07,
      redeemableUsdcPerDay: 1_000,
      confirmationsNeeded: 1,
    })
    expect(await new Actor(test).send('GET', '/api/steeze/purchase')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  })

  it('is the USDC of a wallet, in dollars [vouching.call-usdc-balance] [landing.call-web3-balance]', async () => {
    const ada = await withUsdc(test, 12.5)
    const { address } = ada.wallet
    expect(
      await ada.call('GET /api/wallet/usdc-balance/:walletAddress', { params: { walletAddress: address } }),
    ).toEqual({
      balance: 12.5,
    })
    const visitor = new Actor(test)
    expect(await visitor.call('GET /api/web3/balance/:address', { params: { address } })).toEqual({ balance: 12.5 })
    expect(await visitor.send('GET', `/api/wallet/usdc-balance/${address}`)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(await visitor.send('GET', '/api/web3/balance/0x12')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    test.ctx.chain.isReachable = false
    expect(await visitor.send('GET', `/api/web3/balance/${address}`)).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
  })
})
