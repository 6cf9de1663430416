import type { Answer } from '@aura/api/calls'
import { toFunctionSelector } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../test/actors.ts'
import { putInDebt } from '../../../test/battles.ts'
import { BreakableDb } from '../../../test/breakable-db.ts'
import { buy, earn, follow, steezeOf, USDC } from '../../../test/chain.ts'
import { databaseState } from '../../../test/database-state.ts'
import { refusal } from '../../../test/refusal.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import type { WithdrawalSigner } from '../../platform/signer/withdrawal-signer.ts'
import { balancesOf, debtOf } from '../ledger/index.ts'
import {
  auditSteeze,
  chargeWithdrawals,
  freezeRedemption,
  testCredit,
  unexplainedWithdrawals,
  unfreezeRedemption,
} from './index.ts'
import { unexplainedAlarm } from './watch-unexplained.ts'

type Signed = Answer<'POST /api/steeze/redeem'>

let test: TestApp
let ada: Actor
const breakable = new BreakableDb()
beforeEach(async () => {
  test = await testApp({ wrapDb: breakable.wrap })
  ada = await newcomer(test)
  await earn(test, ada, 100)
  test.ctx.chain.mine(3)
  await follow(test)
})
afterEach(() => test.close())

const redeem = (actor: Actor, amount: number, headers = {}) =>
  actor.send<Signed>('POST', '/api/steeze/redeem', { amount }, headers)
const signed = async (actor: Actor, amount: number) => (await redeem(actor, amount)).body
const withdraw = ({ wallet }: Actor, amount: number, terms: Signed) =>
  test.ctx.chain.withdraw(wallet.address, amount, terms)
const confirm = (actor: Actor, transactionHash: string) =>
  actor.send<Record<string, unknown>>('POST', '/api/steeze/redeem-confirm', { transactionHash })
const balances = async (actor: Actor) => {
  const { steeze_earned: earned, steeze_held: held } = await balancesOf(test.ctx.db, (await actor.me()).id)
  return { earned, held }
}
const usdcOf = async ({ wallet: { address } }: Actor) =>
  (await ada.call('GET /api/web3/balance/:address', { params: { address } })).balance
const finalise = async () => {
  test.ctx.chain.mine(3)
  await follow(test)
}
const openOf = async (actor: Actor) => (await actor.call('GET /api/steeze/redemption')).redemption

describe('redeeming', () => {
  it('holds, signs, and settles by the event [steeze.call-redeem] [steeze.redeem-holds] [steeze.redeem-signature] [steeze.redeem-settles] [steeze.const-rate-redeem]', async () => {
    const bo = await newcomer(test)
    await earn(test, bo, 30)
    const terms = await signed(ada, 40)
    expect(terms).toMatchObject({ amount: 40, usdcAmount: 2.8, limit: 40, signature: expect.stringMatching(/^0x/) })
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
    expect(await openOf(ada)).toMatchObject({ holdId: terms.holdId, amount: 40 })
    const hash = await withdraw(ada, 40, terms)
    expect(await usdcOf(ada)).toBe(2.8)
    await follow(test)
    // Seen, and not final: still held. [steeze.redeem-finalised-only]
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
    expect(await ada.call('GET /api/steeze/transactions')).toMatchObject([
      { type: 'redeem', amount: 40, usdcAmount: 2.8, transactionHash: hash, status: 'confirming' },
    ])
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 60, held: 0 })
    expect(await ada.call('GET /api/steeze/transactions')).toMatchObject([{ type: 'redeem', status: 'completed' }])
    expect([await openOf(ada), await balances(bo)]).toEqual([null, { earned: 30, held: 0 }])
  })

  it('gives ten minutes [steeze.const-redeem-deadline]', async () => {
    const { deadline } = await signed(ada, 40)
    expect(deadline * 1_000 - test.ctx.clock.now().getTime()).toBe(10 * 60_000)
  })

  it('counts on from what was withdrawn before [steeze.redeem-limit] [steeze.redeem-key]', async () => {
    await withdraw(ada, 40, await signed(ada, 40))
    await finalise()
    const terms = await signed(ada, 25)
    expect(terms.limit).toBe(65)
    await withdraw(ada, 25, terms)
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 35, held: 0 })
    expect(await usdcOf(ada)).toBe(4.55)
  })

  it('counts on from what is settled just then, while the contract is asked', async () => {
    await withdraw(ada, 40, await signed(ada, 40))
    await follow(test)
    const { chain } = test.ctx
    const call = chain.call.bind(chain)
    chain.call = async (asked) => {
      const answer = await call(asked)
      if (asked.data.startsWith(toFunctionSelector('withdrawn(address)'))) {
        chain.call = call
        await finalise()
      }
      return answer
    }
    const terms = await signed(ada, 30)
    expect(terms.limit).toBe(70)
    await withdraw(ada, 30, terms)
    await finalise()
    expect([await balances(ada), await usdcOf(ada)]).toEqual([{ earned: 30, held: 0 }, 4.9])
  })

  it('is confirming with 202 until it is final [steeze.call-redeem-confirm] [steeze.redeem-finalised-only]', async () => {
    const hash = await withdraw(ada, 40, await signed(ada, 40))
    const confirming = { status: 202, body: { status: 'confirming', amount: 40, message: 'Confirming' } }
    expect(await confirm(ada, hash)).toMatchObject(confirming)
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
    await finalise()
    expect(await confirm(ada, hash)).toMatchObject({
      status: 200,
      body: { status: 'completed', amount: 40, message: 'USDC sent to your wallet' },
    })
  })

  it('of less settles its part, and the rest stays held or is withdrawn too [steeze.redeem-partial]', async () => {
    const terms = await signed(ada, 40)
    await withdraw(ada, 15, terms)
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 60, held: 25 })
    expect(await openOf(ada)).toMatchObject({ holdId: terms.holdId, amount: 25, limit: 40 })
    await withdraw(ada, 10, terms)
    await withdraw(ada, 5, terms)
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 60, held: 10 })
    test.ctx.clock.advance({ minutes: 11 })
    await finalise()
    await follow(test)
    expect([await balances(ada), await openOf(ada)]).toEqual([{ earned: 70, held: 0 }, null])
  })

  it('can be signed again, and the first signature goes on to count [steeze.redeem-resign]', async () => {
    const first = await signed(ada, 40)
    test.ctx.clock.advance({ minutes: 8 })
    const again = await ada.call('POST /api/steeze/redeem/sign', { body: { holdId: first.holdId } })
    expect(again).toMatchObject({ holdId: first.holdId, limit: first.limit, deadline: first.deadline + 8 * 60 })
    test.ctx.clock.advance({ minutes: 4 })
    await finalise()
    await follow(test)
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
    await withdraw(ada, 40, again)
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 60, held: 0 })
  })

  it('can be signed again three times; then the last signature stands, and the Steeze comes back', async () => {
    const { holdId } = await signed(ada, 40)
    const again = () => ada.send<Signed>('POST', '/api/steeze/redeem/sign', { holdId })
    let last = 0
    for (let renewal = 1; renewal <= 3; renewal++) {
      test.ctx.clock.advance({ minutes: 9 })
      const { status, body } = await again()
      expect([status, body.deadline > last]).toEqual([200, true])
      last = body.deadline
    }
    test.ctx.clock.advance({ minutes: 9 })
    expect(await again()).toMatchObject({ status: 200, body: { deadline: last } })
    test.ctx.clock.advance({ minutes: 1 })
    const before = await databaseState(test.ctx.db)
    expect(await again()).toMatchObject({
      status: 409,
      body: { code: 'REDEMPTION_RENEWALS_USED', data: { deadline: last } },
    })
    expect(await databaseState(test.ctx.db)).toEqual(before)
    test.ctx.clock.advance({ minutes: 1 })
    await finalise()
    await follow(test)
    expect([await balances(ada), await openOf(ada)]).toEqual([{ earned: 100, held: 0 }, null])
    expect((await redeem(ada, 40)).status).toBe(200)
  })

  it('once when the same request comes several times at once, and all of them are told the same', async () => {
    const key = { 'idempotency-key': 'the-same-at-once' }
    const [first, ...others] = await Promise.all([redeem(ada, 40, key), redeem(ada, 40, key), redeem(ada, 40, key)])
    expect(first).toMatchObject({ status: 200, body: { amount: 40 } })
    for (const { status, body } of others) expect([status, body]).toEqual([200, first.body])
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
  })
})

describe('a hold is given back', () => {
  it('not before the latest signature has run out, though a clock went back before it was signed again', async () => {
    const first = await signed(ada, 40)
    test.ctx.clock.advance({ minutes: -8 })
    const again = await ada.call('POST /api/steeze/redeem/sign', { body: { holdId: first.holdId } })
    expect(again.deadline).toBe(first.deadline)
    test.ctx.clock.advance({ minutes: 15 })
    await finalise()
    await follow(test)
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
    await withdraw(ada, 40, first)
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 60, held: 0 })
  })

  it('only when a final block past its deadline shows it unused [steeze.redeem-release]', async () => {
    const { deadline } = await signed(ada, 40)
    await finalise()
    expect((await balances(ada)).held).toBe(40)
    // At the deadline itself the contract still pays.
    test.ctx.clock.set(new Date(deadline * 1_000))
    await finalise()
    expect((await balances(ada)).held).toBe(40)
    test.ctx.clock.advance({ ms: 1_000 })
    test.ctx.chain.mine()
    await follow(test)
    // A block past it, not final yet.
    expect((await balances(ada)).held).toBe(40)
    test.ctx.chain.mine(2)
    await follow(test)
    await follow(test)
    expect([await balances(ada), await openOf(ada)]).toEqual([{ earned: 100, held: 0 }, null])
  })

  it('never when it was used in the last moment, though nobody saw it yet', async () => {
    const terms = await signed(ada, 40)
    const hash = await withdraw(ada, 40, terms)
    test.ctx.chain.leftOut.add(hash)
    test.ctx.clock.advance({ minutes: 11 })
    await finalise()
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
    await confirm(ada, hash)
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 60, held: 0 })
  })

  it('after a rotation of the signer, whose old signatures fail [steeze.redeem-rotation]', async () => {
    const terms = await signed(ada, 40)
    test.ctx.chain.signer = `0x${'9'.repeat(40)}`
    await withdraw(ada, 40, terms)
    expect(await usdcOf(ada)).toBe(0)
    test.ctx.clock.advance({ minutes: 11 })
    await finalise()
    await follow(test)
    expect(await balances(ada)).toEqual({ earned: 100, held: 0 })
  })
})

describe('redeeming is refused', () => {
  const refused = async (actor: Actor, amount: number, expected: object) => {
    const before = await databaseState(test.ctx.db)
    expect(await redeem(actor, amount)).toMatchObject(expected)
    expect(await databaseState(test.ctx.db)).toEqual(before)
  }
  const unavailable = (reason: string) => ({
    status: 409,
    body: { code: 'REDEEM_UNAVAILABLE', data: { reason, at: test.ctx.clock.now().toISOString() } },
  })

  it('beyond what was earned, whatever was purchased [steeze.check-redeem-earned-only] [steeze.check-redeem-amount]', async () => {
    test.ctx.chain.mint(ada.wallet.address, 50 * USDC)
    buy(test, ada, 50)
    await follow(test)
    expect(await steezeOf(ada)).toEqual({ battleEarnedSteeze: 100, purchasedSteeze: 500 })
    await refused(ada, 101, refusal(409, 'REDEEM_AMOUNT_INVALID'))
    await refused(ada, 0, refusal(400, 'INVALID_REQUEST'))
    await refused(ada, -3, refusal(400, 'INVALID_REQUEST'))
    await refused(ada, 0.9, refusal(400, 'INVALID_REQUEST'))
    await refused(new Actor(test), 1, refusal(401, 'UNAUTHORIZED'))
  })

  it('of a fraction: it is cut to whole Steeze [steeze.redeem-floored]', async () => {
    expect((await signed(ada, 7.9)).amount).toBe(7)
  })

  it('in debt [steeze.check-redeem-debt]', async () => {
    await putInDebt(test.ctx, (await ada.me()).id)
    await refused(ada, 10, refusal(409, 'IN_DEBT'))
    expect(await balances(ada)).toEqual({ earned: 100, held: 0 })
  })

  it('in a debt that came later, when it is to be signed again: what was held pays the debt', async () => {
    const { holdId } = await signed(ada, 40)
    await putInDebt(test.ctx, (await ada.me()).id)
    const before = await databaseState(test.ctx.db)
    expect(await ada.send('POST', '/api/steeze/redeem/sign', { holdId })).toMatchObject(refusal(409, 'IN_DEBT'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
    test.ctx.clock.advance({ minutes: 11 })
    await finalise()
    await follow(test)
    expect(await balances(ada)).toEqual({ earned: 99, held: 0 })
    expect((await redeem(ada, 99)).status).toBe(200)
  })

  it('while another is open [steeze.check-redeem-one-open]', async () => {
    const { holdId } = await signed(ada, 10)
    await refused(ada, 10, { status: 409, body: { code: 'REDEMPTION_OPEN', data: { holdId } } })
    const bo = await newcomer(test)
    expect(await bo.send('POST', '/api/steeze/redeem/sign', { holdId })).toMatchObject(
      refusal(404, 'REDEMPTION_NOT_FOUND'),
    )
    expect(await openOf(bo)).toBeNull()
  })

  it('while the contract is paused, with reason and time [steeze.check-redeem-paused]', async () => {
    test.ctx.chain.isPaused = true
    await refused(ada, 10, unavailable('paused'))
    test.ctx.chain.isPaused = false
    expect((await redeem(ada, 10)).status).toBe(200)
  })

  it('while our key is not its signer [steeze.check-redeem-not-signer]', async () => {
    test.ctx.chain.signer = `0x${'9'.repeat(40)}`
    await refused(ada, 10, unavailable('not-signer'))
  })

  it('without a key', async () => {
    test.ctx.signer = null
    await refused(ada, 10, unavailable('no-key'))
  })

  it('while the signer is away: nothing is held, and what is open can be signed again once it is back', async () => {
    const signer = test.ctx.signer as WithdrawalSigner
    const away = async () => ({ refused: 'signer-away' as const })
    test.ctx.signer = { ...signer, check: away, sign: away }
    await refused(ada, 10, unavailable('signer-away'))
    test.ctx.signer = signer
    const { holdId } = await signed(ada, 10)
    test.ctx.signer = { ...signer, check: away, sign: away }
    const before = await databaseState(test.ctx.db)
    const again = () => ada.send('POST', '/api/steeze/redeem/sign', { holdId })
    expect(await again()).toMatchObject(unavailable('signer-away'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
    test.ctx.signer = signer
    expect(await again()).toMatchObject({ status: 200, body: { holdId, limit: 10 } })
  })

  it('when the signer goes away after the hold: a retry gets the signature of the same hold', async () => {
    const signer = test.ctx.signer as WithdrawalSigner
    test.ctx.signer = { ...signer, sign: async () => ({ refused: 'signer-away' }) }
    expect(await redeem(ada, 10)).toMatchObject(unavailable('signer-away'))
    test.ctx.signer = signer
    const open = await openOf(ada)
    const again = await ada.call('POST /api/steeze/redeem/sign', { body: { holdId: open?.holdId ?? '' } })
    await withdraw(ada, 10, again)
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 90, held: 0 })
  })

  it('past the cap that the signer counts by itself, though the database knows nothing of it', async () => {
    const signer = test.ctx.signer as WithdrawalSigner
    test.ctx.limits.redeemDailyCapMicros = 7 * USDC
    const { chain, clock } = test.ctx
    const wallet = `0x${'7'.repeat(40)}`
    const deadline = Math.floor(clock.now().getTime() / 1_000) + 600
    const contract = chain.contracts?.steeze ?? ''
    expect(await signer.sign({ chainId: chain.id, contract, wallet, limit: 95, deadline })).toHaveProperty('signature')
    await refused(ada, 6, unavailable('daily-cap'))
    expect((await redeem(ada, 5)).status).toBe(200)
  })

  it('past the contract’s day, counting what is signed and not withdrawn [steeze.check-redeem-cap]', async () => {
    const bo = await newcomer(test)
    await earn(test, bo, 100)
    test.ctx.chain.dailyCapMicros = 8_400_000
    await signed(bo, 60)
    await refused(ada, 61, { ...unavailable('daily-cap') })
    expect((await redeem(ada, 60)).status).toBe(200)
  })

  it('past the contract’s day, and not sooner for what was just withdrawn and is not final', async () => {
    const bo = await newcomer(test)
    await earn(test, bo, 100)
    test.ctx.chain.dailyCapMicros = 8_400_000
    await withdraw(bo, 50, await signed(bo, 60))
    await follow(test)
    await refused(ada, 61, { ...unavailable('daily-cap') })
    expect((await redeem(ada, 60)).status).toBe(200)
  })

  it('past our own thousand dollars a day [steeze.const-redeem-cap-value] [steeze.check-redeem-cap]', async () => {
    expect(test.ctx.limits.redeemDailyCapMicros).toBe(1_000 * USDC)
    test.ctx.limits.redeemDailyCapMicros = 7 * USDC - 1
    await refused(ada, 100, unavailable('daily-cap'))
    const { body } = await ada.send('POST', '/api/steeze/redeem', { amount: 100 })
    expect(body.data?.until).toBe('2026-03-03T00:00:00.000Z')
    await withdraw(ada, 99, await signed(ada, 99))
    await finalise()
    await refused(ada, 1, unavailable('daily-cap'))
    test.ctx.clock.advance({ days: 1 })
    expect((await redeem(ada, 1)).status).toBe(200)
  })

  it('after a withdrawal that nobody signed: it is unexplained, and stops signing [steeze.redeem-unexplained]', async () => {
    test.ctx.chain.steal(ada.wallet.address, 5)
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 100, held: 0 })
    await refused(ada, 10, unavailable('unexplained'))
  })

  it('while the network is down: that is no refusal', async () => {
    test.ctx.chain.isReachable = false
    await refused(ada, 10, refusal(503, 'CHAIN_UNAVAILABLE'))
  })
})

describe('a frozen account', () => {
  const frozen = refusal(403, 'REDEMPTION_FROZEN')

  it('is refused with the reason and the time, and others are not [steeze.check-redeem-frozen]', async () => {
    const bo = await newcomer(test)
    await earn(test, bo, 30)
    const { id } = await ada.me()
    expect(await freezeRedemption(test.ctx, id, 'We are checking a report.')).toBe(true)
    expect(await freezeRedemption(test.ctx, id, 'Another.')).toBe(false)
    const before = await databaseState(test.ctx.db)
    expect(await redeem(ada, 10)).toMatchObject({
      status: 403,
      body: {
        code: 'REDEMPTION_FROZEN',
        message: 'Redeeming is frozen for your account: We are checking a report.',
        data: { reason: 'We are checking a report.', at: test.ctx.clock.now().toISOString() },
      },
    })
    expect(await databaseState(test.ctx.db)).toEqual(before)
    expect((await redeem(bo, 10)).status).toBe(200)
    expect(await unfreezeRedemption(test.ctx, id)).toBe(true)
    expect(await unfreezeRedemption(test.ctx, id)).toBe(false)
    expect((await redeem(ada, 10)).status).toBe(200)
  })

  it('gets no signature for what it holds, neither again nor anew; what it has pays, and settles', async () => {
    const key = { 'idempotency-key': 'the-same-in-a-retry' }
    const terms = (await redeem(ada, 40, key)).body
    const { id } = await ada.me()
    await freezeRedemption(test.ctx, id, 'A report.')
    expect(await ada.send('POST', '/api/steeze/redeem/sign', { holdId: terms.holdId })).toMatchObject(frozen)
    expect(await redeem(ada, 20)).toMatchObject(frozen)
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
    await withdraw(ada, 40, terms)
    await finalise()
    expect([await balances(ada), await usdcOf(ada)]).toEqual([{ earned: 60, held: 0 }, 2.8])
  })
})

describe('test credit', () => {
  const credit = async (bo: Actor, amount: number, key = 'one') =>
    testCredit(test.ctx, { key, fromId: (await bo.me()).id, toId: (await ada.me()).id, amount })

  it('moves what was purchased, once a key, and never more than that', async () => {
    const bo = await newcomer(test)
    test.ctx.chain.mint(bo.wallet.address, 5 * USDC)
    buy(test, bo, 5)
    await follow(test)
    expect([await credit(bo, 20), await credit(bo, 20)]).toEqual([true, false])
    expect(await steezeOf(bo)).toEqual({ battleEarnedSteeze: 0, purchasedSteeze: 30 })
    expect((await balances(ada)).earned).toBe(120)
    const before = await databaseState(test.ctx.db)
    await expect(credit(bo, 31, 'two')).rejects.toMatchObject({ code: 'BALANCE_TOO_LOW' })
    await expect(credit(ada, 1, 'three')).rejects.toThrow('themselves')
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('does not exist off local [access.boot-test-credit]', async () => {
    const bo = await newcomer(test)
    for (const kind of ['base-sepolia', 'base'] as const) {
      const online = { ...test.ctx, chain: Object.assign(Object.create(test.ctx.chain), { kind }) }
      await expect(testCredit(online, { key: 'x', fromId: (await bo.me()).id, toId: 'y', amount: 1 })).rejects.toThrow(
        'CHAIN=local',
      )
    }
  })
})

describe('the alarm of an unexplained withdrawal', () => {
  const figure = async () => /^steeze_unexplained (.*)$/m.exec((await test.app.inject('/metrics')).body)?.[1]

  it('is an error in the log, once for what is new and once after a start, and a figure', async () => {
    const said: unknown[] = []
    const log = { warn() {}, error: (facts: object, message: string) => void said.push({ ...facts, message }) }
    const look = unexplainedAlarm(test.ctx, log)
    await look()
    expect([said, await figure()]).toEqual([[], '0'])
    test.ctx.chain.steal(ada.wallet.address, 5)
    await finalise()
    await look()
    await look()
    test.ctx.chain.steal(ada.wallet.address, 2)
    await finalise()
    await look()
    const message = 'Steeze was withdrawn that nobody signed'
    const alert = 'steeze-unexplained'
    expect(said).toEqual([
      { alert, steeze: 5, more: 5, message },
      { alert, steeze: 7, more: 2, message },
    ])
    await unexplainedAlarm(test.ctx, log)()
    expect(said.slice(2)).toEqual([{ alert, steeze: 7, more: 7, message }])
    expect(await figure()).toBe('7')
  })

  it('leaves the other figures alone while the database is away', async () => {
    breakable.break(new Error('away'))
    const { statusCode, body } = await test.app.inject('/metrics')
    breakable.mend()
    expect(statusCode).toBe(200)
    expect(body).toContain('process_cpu_seconds_total')
  })
})

describe('a withdrawal beyond what was signed', () => {
  it('settles what was, and the rest is unexplained', async () => {
    const terms = await signed(ada, 10)
    test.ctx.chain.steal(ada.wallet.address, 25)
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 90, held: 0 })
    expect(await test.ctx.db.query(`select amount from ledger_transfers where kind = 'steeze_unexplained'`)).toEqual([
      { amount: 15 },
    ])
    expect(terms.limit).toBe(10)
  })
})

describe('withdrawals that an older copy of the database does not know', () => {
  it('stop redeeming until they are charged to the account of the wallet', async () => {
    const bo = await newcomer(test)
    await earn(test, bo, 10)
    test.ctx.chain.steal(ada.wallet.address, 40)
    test.ctx.chain.steal(bo.wallet.address, 25)
    await finalise()
    const of = ({ wallet: { address } }: Actor) => address.toLowerCase()
    expect(await unexplainedWithdrawals(test.ctx)).toMatchObject([
      { wallet: of(ada), unexplained: 40 },
      { wallet: of(bo), unexplained: 25 },
    ])
    const stopped = { status: 409, body: { data: { reason: 'unexplained' } } }
    expect(await redeem(ada, 10)).toMatchObject(stopped)
    const charge = (actor: Actor, amount: number) =>
      chargeWithdrawals(test.ctx, { wallet: of(actor), amount, reason: 'Restored the copy of Monday.' })
    const cleo = await newcomer(test)
    const before = await databaseState(test.ctx.db)
    await expect(charge(ada, 41)).rejects.toThrow('40 Steeze')
    await expect(charge(cleo, 1)).rejects.toThrow('no withdrawal that is unexplained')
    expect(await databaseState(test.ctx.db)).toEqual(before)
    await charge(ada, 40)
    expect([await balances(ada), (await redeem(ada, 10)).status]).toEqual([{ earned: 60, held: 0 }, 409])
    await charge(bo, 25)
    await expect(charge(bo, 25)).rejects.toThrow('no withdrawal that is unexplained')
    // Bo's shortfall becomes a debt, paid from the next credit.
    expect([await balances(bo), await debtOf(test.ctx.db, (await bo.me()).id, 'steeze_debt')]).toEqual([
      { earned: 0, held: 0 },
      15,
    ])
    expect(await redeem(ada, 10)).toMatchObject({ status: 200, body: { limit: 50 } })
    expect(await ada.call('GET /api/reserves')).toMatchObject({ difference: 0, ledger: { unexplained: 0, debts: -15 } })
    expect(await test.ctx.db.query('select action, reason from admin_actions order by id')).toEqual([
      { action: 'charge-withdrawals', reason: `40 Steeze of ${of(ada)}: Restored the copy of Monday.` },
      { action: 'charge-withdrawals', reason: `25 Steeze of ${of(bo)}: Restored the copy of Monday.` },
    ])
    expect((await auditSteeze(test.ctx.db)).broken).toEqual([])
  })

  it('of a wallet that no account has are nobody’s to pay', async () => {
    const stranger = new Actor(test)
    test.ctx.chain.steal(stranger.wallet.address, 5)
    await finalise()
    const wallet = stranger.wallet.address.toLowerCase()
    await expect(chargeWithdrawals(test.ctx, { wallet, amount: 5, reason: 'x' })).rejects.toThrow('nobody to charge')
  })
})

describe('a crash', () => {
  const key = { 'idempotency-key': 'the-same-in-a-retry' }
  const outage = Object.assign(new Error('lost'), { code: '08006' })

  it('before the hold is kept leaves nothing', async () => {
    const before = await databaseState(test.ctx.db, { except: ['idempotent_answers'] })
    breakable.failNextCommit(outage)
    expect((await redeem(ada, 40, key)).status).toBe(503)
    expect(await databaseState(test.ctx.db, { except: ['idempotent_answers'] })).toEqual(before)
    expect((await redeem(ada, 40, key)).status).toBe(200)
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
  })

  it('after it, before anybody has the signature, gives a retry the same hold and a signature that pays', async () => {
    breakable.failNextCommit(outage, { isKept: true })
    expect((await redeem(ada, 40, key)).status).toBe(503)
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
    const { status, body } = await redeem(ada, 40, key)
    expect(status).toBe(200)
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
    await withdraw(ada, 40, body)
    await finalise()
    expect([await balances(ada), await usdcOf(ada)]).toEqual([{ earned: 60, held: 0 }, 2.8])
    expect(await redeem(ada, 40, key)).toMatchObject({ status: 200, body })
    expect(await balances(ada)).toEqual({ earned: 60, held: 0 })
  })

  it('for good gives the hold back in the end', async () => {
    breakable.failNextCommit(outage, { isKept: true })
    await redeem(ada, 40, key)
    test.ctx.clock.advance({ minutes: 11 })
    await finalise()
    await follow(test)
    expect(await balances(ada)).toEqual({ earned: 100, held: 0 })
    expect(await redeem(ada, 40, key)).toMatchObject(refusal(404, 'REDEMPTION_NOT_FOUND'))
    expect((await redeem(ada, 40)).status).toBe(200)
  })

  it.each([false, true])('while it is settled settles it once (kept: %s)', async (isKept) => {
    await withdraw(ada, 40, await signed(ada, 40))
    await follow(test)
    test.ctx.chain.mine(3)
    breakable.failNextCommit(outage, { isKept })
    await expect(follow(test)).rejects.toThrow('lost')
    await follow(test)
    await follow(test)
    expect(await balances(ada)).toEqual({ earned: 60, held: 0 })
  })

  it.each([false, true])('while it is given back gives it back once (kept: %s)', async (isKept) => {
    await signed(ada, 40)
    test.ctx.clock.advance({ minutes: 11 })
    test.ctx.chain.mine(3)
    await follow(test).catch(() => {})
    breakable.failNextCommit(outage, { isKept })
    test.ctx.chain.mine(3)
    await follow(test).catch(() => {})
    await follow(test)
    expect(await balances(ada)).toEqual({ earned: 100, held: 0 })
  })
})

it('a reorganisation before a withdrawal is final changes nothing but the block', async () => {
  const hash = await withdraw(ada, 40, await signed(ada, 40))
  await follow(test)
  test.ctx.chain.mine()
  test.ctx.chain.reorg(2, { later: [hash] })
  await follow(test)
  expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
  await finalise()
  expect(await balances(ada)).toEqual({ earned: 60, held: 0 })
})

it('a withdrawal that disappears and never comes back leaves the hold to lapse', async () => {
  const hash = await withdraw(ada, 40, await signed(ada, 40))
  await follow(test)
  test.ctx.chain.reorg(1, { drop: [hash] })
  test.ctx.clock.advance({ minutes: 11 })
  await finalise()
  await follow(test)
  expect([await balances(ada), await usdcOf(ada)]).toEqual([{ earned: 100, held: 0 }, 0])
})
