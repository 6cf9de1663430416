import { getAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { buy, earn, follow, USDC, withUsdc } from '../../../../../tests/server/chain/chain.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { auditSteeze, keepSnapshot } from '../index.ts'
import { compareReserves } from './reserves.ts'
import { reservesAlarm } from './watch-reserves.ts'

let test: TestApp
let visitor: Actor
beforeEach(async () => {
  test = await testApp()
  visitor = new Actor(test)
})
afterEach(async () => {
  const { broken } = await auditSteeze(test.ctx.db)
  await test.close()
  expect(broken).toEqual([])
})

const reserves = () => visitor.call('GET /api/reserves')

describe('Steeze reserves', () => {
  it('compare the contract with the ledger, publicly [steeze.reserves-public] [steeze.reserves-equal]', async () => {
    const ada = await newcomer(test)
    await earn(test, ada, 100)
    const stranger = new Actor(test)
    test.ctx.chain.mint(stranger.wallet.address, 5 * USDC)
    buy(test, stranger, 5)
    test.ctx.chain.mine(3)
    await follow(test)
    await ada.call('POST /api/steeze/redeem', { body: { amount: 30 } })
    expect(await reserves()).toMatchObject({
      block: { number: 5 },
      contractAddress: getAddress(test.ctx.chain.contracts?.steeze ?? ''),
      usdcAddress: getAddress(test.ctx.chain.contracts?.usdc ?? ''),
      usdcHeld: 15,
      usdcRequired: 10.5,
      steezeOutstanding: 150,
      ledger: {
        purchased: 0,
        earned: 70,
        held: 30,
        inBattles: 0,
        unclaimed: 50,
        forfeited: 0,
        unexplained: 0,
        debts: 0,
      },
      difference: 0,
      isMatching: true,
    })
    expect((await reserves()).cover).toBeCloseTo(15 / 10.5)
  })

  it('stay equal whatever is in flight [steeze.reserves-at-cursor]', async () => {
    const ada = await newcomer(test)
    await earn(test, ada, 100)
    test.ctx.chain.mine(3)
    await follow(test)
    const matches = async () => expect(await reserves()).toMatchObject({ difference: 0, isMatching: true })
    const bo = await withUsdc(test)
    const hash = buy(test, bo, 3)
    await matches()
    await bo.call('POST /api/steeze/confirm-purchase', { body: { transactionHash: hash } })
    expect(await reserves()).toMatchObject({ purchasedLater: 30, difference: 0 })
    await follow(test)
    await matches()
    const terms = await ada.call('POST /api/steeze/redeem', { body: { amount: 40 } })
    await matches()
    await test.ctx.chain.withdraw(ada.wallet.address, 40, terms)
    await matches()
    await follow(test)
    expect(await reserves()).toMatchObject({ withdrawnUnsettled: 40, difference: 0 })
    test.ctx.chain.mine(3)
    await follow(test)
    expect(await reserves()).toMatchObject({ withdrawnUnsettled: 0, steezeOutstanding: 90, difference: 0 })
    const lost = buy(test, bo, 2)
    await follow(test)
    test.ctx.chain.reorg(1, { drop: [lost] })
    await follow(test)
    await matches()
    test.ctx.chain.steal(bo.wallet.address, 5)
    test.ctx.chain.mine(3)
    await follow(test)
    expect(await reserves()).toMatchObject({ ledger: { unexplained: -5 }, difference: 0 })
  })

  it('are unavailable while the network is down or before the first reading', async () => {
    expect(await visitor.send('GET', '/api/reserves')).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
    await follow(test)
    await reserves()
    test.ctx.chain.isReachable = false
    expect(await visitor.send('GET', '/api/reserves')).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
  })

  it.each(['two nodes disagree about the USDC', 'the followed block was replaced'])(
    'are unavailable and not recorded while %s',
    async (fault) => {
      await earn(test, await newcomer(test), 100)
      const { chain } = test.ctx
      chain.honestOthers = 1
      expect(await reserves()).toMatchObject({ usdcHeld: 10 })
      const { call } = chain
      if (fault.endsWith('replaced'))
        await test.ctx.db.query('update chain_cursors set block_hash = $1', [`0x${'dead'.repeat(16)}`])
      else
        chain.call = async (input) =>
          input.to === chain.contracts?.usdc
            ? `0x${(10_000 * USDC).toString(16).padStart(64, '0')}`
            : call.call(chain, input)
      expect(await visitor.send('GET', '/api/reserves')).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
      await expect(keepSnapshot(test.ctx)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
      expect(await test.ctx.db.query('select 1 from reserve_snapshots')).toEqual([])
    },
  )

  it('are recorded once a day [steeze.reserves-plot]', async () => {
    const ada = await withUsdc(test)
    buy(test, ada, 1)
    await follow(test)
    expect([await keepSnapshot(test.ctx), await keepSnapshot(test.ctx)]).toEqual([true, false])
    test.ctx.clock.advance({ days: 1 })
    buy(test, ada, 1)
    await follow(test)
    expect(await keepSnapshot(test.ctx)).toBe(true)
    expect((await reserves()).history).toEqual([
      { day: '2026-03-02', usdcHeld: 1, usdcRequired: 0.7, steezeOutstanding: 10 },
      { day: '2026-03-03', usdcHeld: 2, usdcRequired: 1.4, steezeOutstanding: 20 },
    ])
  })
})

describe('the comparison of an audit', () => {
  it('says whether the contract agrees, and what it did not compare', async () => {
    await earn(test, await newcomer(test), 100)
    expect(await compareReserves(test.ctx)).toEqual({
      isSound: true,
      lines: [
        expect.stringMatching(/^holds {3}the contract agrees, as of block \d+$/),
        expect.stringMatching(/^ +100 Steeze outstanding, 10 USDC held, difference 0$/),
      ],
    })
    test.ctx.chain.lies.outstanding = 93
    expect(await compareReserves(test.ctx)).toMatchObject({
      isSound: false,
      lines: [expect.stringMatching(/^BROKEN/), expect.stringMatching(/93 Steeze outstanding, .* difference 7$/)],
    })
    test.ctx.chain.isReachable = false
    expect(await compareReserves(test.ctx)).toEqual({
      isSound: true,
      lines: [],
      skipped: expect.stringMatching(/^NOT COMPARED with the contract/),
    })
  })
})

describe('the reserves alarm', () => {
  it('logs an error when the difference begins or changes, notifies admins once a day, and exports a metric', async () => {
    const admin = await newcomer(test)
    await test.ctx.db.query('update users set is_admin = true where id = $1', [(await admin.me()).id])
    await earn(test, await newcomer(test), 100)
    const logged: object[] = []
    const look = reservesAlarm(test.ctx, {
      warn() {},
      error: (facts, message) => void logged.push({ ...facts, message }),
    })
    const later = async (minutes = 1) => {
      test.ctx.clock.advance({ minutes })
      await look()
    }
    await look()
    expect(logged).toEqual([])
    test.ctx.chain.lies.outstanding = 93
    await look()
    expect(logged).toEqual([])
    await later()
    await later()
    const message = 'the ledger and the Steeze contract differ'
    expect(logged).toEqual([{ alert: 'steeze-reserves', difference: 7, message }])
    const notices = async () =>
      (await admin.call('GET /api/notifications')).map(({ title, message }) => ({ title, message }))
    expect(await notices()).toEqual([
      {
        title: 'Redeeming has stopped',
        message: 'The ledger has 7 Steeze more than the contract. Nothing is signed until they match.',
      },
    ])
    expect((await test.app.inject('/metrics')).body).toContain('steeze_reserves_difference 7')
    await later(24 * 60)
    expect(await notices()).toHaveLength(2)
    test.ctx.chain.lies.outstanding = 108
    await later()
    expect(logged[1]).toEqual({ alert: 'steeze-reserves', difference: -8, message })
    test.ctx.chain.isReachable = false
    await later()
    test.ctx.chain.isReachable = true
    test.ctx.chain.lies.clear()
    await later()
    expect([logged.length, (await notices()).length]).toEqual([2, 2])
  })

  it('notifies admins whom only their wallet names, and those whom both name once', async () => {
    const [byWallet, byBoth] = [await newcomer(test), await newcomer(test)]
    test.ctx.settings.adminWallets = [byWallet, byBoth].map(({ wallet }) => wallet.address.toLowerCase())
    await test.ctx.db.query('update users set is_admin = true where id = $1', [(await byBoth.me()).id])
    await earn(test, await newcomer(test), 100)
    test.ctx.chain.lies.outstanding = 93
    await reservesAlarm(test.ctx, { warn() {}, error() {} })()
    const titles = async (actor: Actor) => (await actor.call('GET /api/notifications')).map(({ title }) => title)
    expect([await titles(byWallet), await titles(byBoth)]).toEqual([
      ['Redeeming has stopped'],
      ['Redeeming has stopped'],
    ])
  })
})
