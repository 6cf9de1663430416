import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { putInDebt } from '../../../../../tests/server/actors/battles.ts'
import { earner, openOf, redeem, redeeming, signed, usdcOf } from '../../../../../tests/server/actors/redeeming.ts'
import { buy, earn, follow, steezeOf, USDC } from '../../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { freezeRedemption, unfreezeRedemption } from '../index.ts'
import type { WithdrawalSigner } from '../signer/withdrawal-signer.ts'

const test = openForEach(testApp)
let ada: Actor
beforeEach(async () => {
  ada = await earner(test)
})
const { withdraw, balances, finalise } = redeeming(() => test)

const signerNow = () => test.ctx.signer as WithdrawalSigner
const away = async () => ({ refused: 'signer-away' as const })

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

  it('for more than was earned, whatever was purchased [steeze.check-redeem-earned-only] [steeze.check-redeem-amount]', async () => {
    test.ctx.chain.mint(ada.wallet.address, 50 * USDC)
    buy(test, ada, 50)
    await follow(test)
    expect(await steezeOf(ada)).toEqual({ battleEarnedSteeze: 100, purchasedSteeze: 500 })
    await refused(ada, 101, refusal(409, 'REDEEM_AMOUNT_INVALID'))
    for (const amount of [0, -3, 0.9]) await refused(ada, amount, refusal(400, 'INVALID_REQUEST'))
  })

  it('for fractions: the amount is floored to whole Steeze [steeze.redeem-floored]', async () => {
    expect((await signed(ada, 7.9)).amount).toBe(7)
  })

  it('in debt [steeze.check-redeem-debt]', async () => {
    await putInDebt(test.ctx, (await ada.me()).id)
    await refused(ada, 10, refusal(409, 'IN_DEBT'))
    expect(await balances(ada)).toEqual({ earned: 100, held: 0 })
  })

  it('for a new signature when a debt came later: the hold repays the debt', async () => {
    const { holdId } = await signed(ada, 40)
    await putInDebt(test.ctx, (await ada.me()).id)
    const before = await databaseState(test.ctx.db)
    expect(await ada.send('POST', '/api/steeze/redeem/sign', { holdId })).toMatchObject(refusal(409, 'IN_DEBT'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
    test.ctx.clock.advance({ minutes: 11 })
    await finalise()
    await follow(test)
    expect(await balances(ada)).toEqual({ earned: 99, held: 0 })
    test.ctx.clock.advance({ hours: 1 })
    expect((await redeem(ada, 99)).status).toBe(200)
  })

  it('while another redemption is open [steeze.check-redeem-one-open]', async () => {
    const { holdId } = await signed(ada, 10)
    await refused(ada, 10, { status: 409, body: { code: 'REDEMPTION_OPEN', data: { holdId } } })
    const bo = await newcomer(test)
    expect(await bo.send('POST', '/api/steeze/redeem/sign', { holdId })).toMatchObject(
      refusal(404, 'REDEMPTION_NOT_FOUND'),
    )
    expect(await openOf(bo)).toBeNull()
  })

  it.each<[string, string, () => unknown]>([
    ['while the contract is paused [steeze.check-redeem-paused]', 'paused', () => (test.ctx.chain.isPaused = true)],
    [
      'while our key is not the contract’s signer [steeze.check-redeem-not-signer]',
      'not-signer',
      () => (test.ctx.chain.signer = `0x${'9'.repeat(40)}`),
    ],
    ['without a key', 'no-key', () => (test.ctx.signer = null)],
    ['while the signer is down', 'signer-away', () => (test.ctx.signer = { ...signerNow(), check: away })],
  ])('%s, with reason and time', async (_, reason, prepare) => {
    prepare()
    await refused(ada, 10, unavailable(reason))
  })

  it('when the signer goes down after the hold: a retry gets a signature for the same hold', async () => {
    const signer = signerNow()
    test.ctx.signer = { ...signer, sign: away }
    expect(await redeem(ada, 10)).toMatchObject(unavailable('signer-away'))
    test.ctx.signer = signer
    const open = await openOf(ada)
    const again = await ada.call('POST /api/steeze/redeem/sign', { body: { holdId: open?.holdId ?? '' } })
    await withdraw(ada, 10, again)
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 90, held: 0 })
  })

  it('above the signer’s own cap, even if the database does not know of it', async () => {
    const signer = signerNow()
    test.ctx.limits.redeemDailyCapMicros = 7 * USDC
    const { chain, clock } = test.ctx
    const wallet = `0x${'7'.repeat(40)}`
    const deadline = Math.floor(clock.now().getTime() / 1_000) + 600
    const contract = chain.contracts?.steeze ?? ''
    expect(await signer.sign({ chainId: chain.id, contract, wallet, limit: 95, deadline })).toHaveProperty('signature')
    // Two of them count, a fiftieth of the cap.
    await refused(ada, 99, unavailable('daily-cap'))
    expect((await redeem(ada, 98)).status).toBe(200)
  })

  it.each([0, 50])(
    'above the contract’s daily cap, counting unused signatures, and %d that are withdrawn and not final once [steeze.check-redeem-cap]',
    async (amount) => {
      const bo = await newcomer(test)
      await earn(test, bo, 100)
      test.ctx.chain.dailyCapMicros = 8_400_000
      const terms = await signed(bo, 60)
      if (amount > 0) await withdraw(bo, amount, terms)
      await follow(test)
      await refused(ada, 61, unavailable('daily-cap'))
      expect((await redeem(ada, 60)).status).toBe(200)
    },
  )

  it('above our own cap of a thousand dollars a day [steeze.check-redeem-cap]', async () => {
    expect(test.ctx.limits.redeemDailyCapMicros).toBe(1_000 * USDC)
    // The signer has a cap of its own.
    test.ctx.signer = { ...signerNow(), check: async () => ({ refused: null }) }
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

  it('after a withdrawal nobody signed: it is unexplained and stops signing [steeze.redeem-unexplained]', async () => {
    test.ctx.chain.steal(ada.wallet.address, 5)
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 100, held: 0 })
    await refused(ada, 10, unavailable('unexplained'))
  })

  it('while the network is down, which is not reported as a refusal', async () => {
    test.ctx.chain.isReachable = false
    await refused(ada, 10, refusal(503, 'CHAIN_UNAVAILABLE'))
  })
})

describe('what the database alone refuses', () => {
  /** Counts what is asked of the network and the signer while the work runs. */
  async function askedDuring(work: () => Promise<unknown>): Promise<number> {
    let asked = 0
    const counted = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(_, name) {
          const value = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          return (...input: unknown[]) => {
            asked++
            return value.apply(target, input)
          }
        },
      })
    const [chain, signer] = [test.ctx.chain, signerNow()]
    Object.assign(test.ctx, { chain: counted(chain), signer: counted(signer) })
    await work()
    Object.assign(test.ctx, { chain, signer })
    return asked
  }

  it('makes no request to the network or the signer [steeze.redeem-cheap-first]', async () => {
    const [bo, cy] = [await newcomer(test), await newcomer(test)]
    await earn(test, cy, 100)
    const open = await signed(cy, 10)
    const refusedFree = async (actor: Actor, amount: number, code: Parameters<typeof refusal>[1]) => {
      expect(await askedDuring(async () => expect(await redeem(actor, amount)).toMatchObject({ body: { code } }))).toBe(
        0,
      )
    }
    await refusedFree(bo, 1, 'REDEEM_AMOUNT_INVALID')
    await refusedFree(ada, 101, 'REDEEM_AMOUNT_INVALID')
    await refusedFree(cy, 10, 'REDEMPTION_OPEN')
    const sign = (actor: Actor, holdId: string) => actor.send('POST', '/api/steeze/redeem/sign', { holdId })
    expect(await askedDuring(() => sign(bo, open.holdId))).toBe(0)
    await putInDebt(test.ctx, (await ada.me()).id)
    await refusedFree(ada, 10, 'IN_DEBT')
    test.ctx.limits.redeemDailyCapMicros = 0
    await earn(test, bo, 10)
    await refusedFree(bo, 10, 'REDEEM_UNAVAILABLE')
    expect(await askedDuring(() => sign(cy, open.holdId))).toBeGreaterThan(0)
  })
})

describe('a redemption that runs out', () => {
  const lapse = async () => {
    test.ctx.clock.advance({ minutes: 11 })
    await finalise()
    await follow(test)
  }
  const nextOf = async (actor: Actor) => (await actor.call('GET /api/steeze/redemption')).next

  it('makes the next one wait for one, four and 24 hours, and says so [steeze.check-redeem-lapses] [steeze.redeem-wait-shown]', async () => {
    const bo = await newcomer(test)
    await earn(test, bo, 100)
    const until = ['2 Mar, 13:11', '2 Mar, 17:22', '3 Mar, 17:33']
    for (const [time, hours] of [1, 4, 24].entries()) {
      const terms = await signed(ada, 90 - time)
      // Withdrawing a little of it makes no difference.
      if (time === 0) await withdraw(ada, 1, terms)
      await lapse()
      const before = await databaseState(test.ctx.db)
      const refused = await redeem(ada, 9)
      expect(refused).toMatchObject(refusal(409, 'REDEMPTION_LAPSES_USED'))
      expect(refused.body).toMatchObject({
        message: `Your last signed redemption ran out unused. You can redeem again from ${until[time]} UTC.`,
      })
      expect(await databaseState(test.ctx.db)).toEqual(before)
      const next = await nextOf(ada)
      expect(next).toMatchObject({ reason: 'Your last signed redemption ran out unused.' })
      expect(next?.at).toBe((refused.body as { data?: { until?: string } }).data?.until)
      test.ctx.clock.advance({ minutes: 60 * hours })
      if (hours === 24) await ada.signIn()
      expect(await nextOf(ada)).toBeNull()
    }
    expect(await nextOf(bo)).toBeNull()
    await withdraw(ada, 9, await signed(ada, 9))
    await finalise()
    expect(await nextOf(ada)).toBeNull()
  })

  it('takes up a fiftieth of the day’s cap at most meanwhile, and can be used until its deadline [steeze.redeem-unused-share] [steeze.check-redeem-cap]', async () => {
    const bo = await newcomer(test)
    await earn(test, bo, 100)
    test.ctx.limits.redeemDailyCapMicros = 7 * USDC
    const mine = await signed(ada, 100)
    const refused = await redeem(bo, 99)
    expect(refused).toMatchObject({ body: { code: 'REDEEM_UNAVAILABLE', data: { reason: 'daily-cap' } } })
    expect((refused.body as { data?: { until?: string } }).data?.until).toBe('2026-03-03T00:00:00.000Z')
    await withdraw(bo, 98, await signed(bo, 98))
    await withdraw(ada, 50, mine)
    await finalise()
    expect([await usdcOf(bo), await usdcOf(ada)]).toEqual([6.86, 3.5])
    // What was withdrawn counts in full.
    await withdraw(ada, 50, mine)
    await finalise()
    const cy = await newcomer(test)
    await earn(test, cy, 10)
    expect(await redeem(cy, 1)).toMatchObject(refusal(409, 'REDEEM_UNAVAILABLE'))
  })

  it('leaves the last word to the contract, and what it refuses stays held', async () => {
    const bo = await newcomer(test)
    await earn(test, bo, 100)
    test.ctx.limits.redeemDailyCapMicros = 7 * USDC
    test.ctx.chain.dailyCapMicros = 7 * USDC
    const mine = await signed(ada, 100)
    await withdraw(bo, 98, await signed(bo, 98))
    await withdraw(ada, 100, mine)
    await finalise()
    expect([await usdcOf(bo), await usdcOf(ada)]).toEqual([6.86, 0])
    expect([await balances(bo), await balances(ada)]).toEqual([
      { earned: 2, held: 0 },
      { earned: 0, held: 100 },
    ])
  })
})

describe('a frozen account', () => {
  const frozen = refusal(403, 'REDEMPTION_FROZEN')

  it('is refused with reason and time, and others are not [steeze.check-redeem-frozen]', async () => {
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

  it('gets no new signature for its hold; existing ones can be used and settle', async () => {
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
