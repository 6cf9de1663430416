import { toFunctionSelector } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { putInDebt } from '../../../../../tests/server/actors/battles.ts'
import {
  confirm,
  earner,
  openOf,
  redeem,
  redeeming,
  type Signed,
  signed,
  usdcOf,
} from '../../../../../tests/server/actors/redeeming.ts'
import { earn, follow } from '../../../../../tests/server/chain/chain.ts'
import { BreakableDb } from '../../../../../tests/server/database/breakable-db.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import type { WithdrawalSigner } from '../signer/withdrawal-signer.ts'

const test = openForEach(() => testApp({ wrapDb: breakable.wrap }))
let ada: Actor
const breakable = new BreakableDb()
beforeEach(async () => {
  ada = await earner(test)
})
const { withdraw, balances, finalise } = redeeming(() => test)

describe('redeeming', () => {
  it('holds, signs, and settles from the event once it is final [steeze.redeem-holds] [steeze.redeem-signature] [steeze.redeem-settles] [steeze.redeem-finalised-only] [ledger.holds]', async () => {
    const bo = await newcomer(test)
    await earn(test, bo, 30)
    const terms = await signed(ada, 40)
    expect(terms).toMatchObject({ amount: 40, usdcAmount: 2.8, limit: 40, signature: expect.stringMatching(/^0x/) })
    expect(terms.deadline * 1_000 - test.ctx.clock.now().getTime()).toBe(10 * 60_000)
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
    expect(await openOf(ada)).toMatchObject({ holdId: terms.holdId, amount: 40 })
    const hash = await withdraw(ada, 40, terms)
    expect(await usdcOf(ada)).toBe(2.8)
    await follow(test)
    // Seen but not final: still held.
    const confirming = { status: 202, body: { status: 'confirming', amount: 40 } }
    expect(await confirm(ada, hash)).toMatchObject(confirming)
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
    expect(await ada.call('GET /api/steeze/transactions')).toMatchObject([
      { type: 'redeem', amount: 40, usdcAmount: 2.8, transactionHash: hash, status: 'confirming' },
    ])
    await finalise()
    expect(await confirm(ada, hash)).toMatchObject({ status: 200, body: { status: 'completed', amount: 40 } })
    expect(await balances(ada)).toEqual({ earned: 60, held: 0 })
    expect(await ada.call('GET /api/steeze/transactions')).toMatchObject([{ type: 'redeem', status: 'completed' }])
    expect([await openOf(ada), await balances(bo)]).toEqual([null, { earned: 30, held: 0 }])
  })

  it('adds to the wallet’s earlier withdrawals [steeze.redeem-limit] [steeze.redeem-key]', async () => {
    await withdraw(ada, 40, await signed(ada, 40))
    await finalise()
    const terms = await signed(ada, 25)
    expect(terms.limit).toBe(65)
    await withdraw(ada, 25, terms)
    await finalise()
    expect(await balances(ada)).toEqual({ earned: 35, held: 0 })
    expect(await usdcOf(ada)).toBe(4.55)
  })

  it('includes withdrawals that settle while the contract is being read', async () => {
    const { chain } = test.ctx
    const call = chain.call.bind(chain)
    const signer = test.ctx.signer as WithdrawalSigner
    // The signer reads the contract for itself, before.
    const check: WithdrawalSigner['check'] = async (...asked) => {
      test.ctx.signer = signer
      const checked = await signer.check(...asked)
      chain.call = async (input) => {
        const answer = await call(input)
        if (input.data.startsWith(toFunctionSelector('withdrawn(address)'))) {
          chain.call = call
          // Another tab redeems meanwhile.
          await withdraw(ada, 40, await signed(ada, 40))
          await finalise()
        }
        return answer
      }
      return checked
    }
    test.ctx.signer = { ...signer, check }
    const terms = await signed(ada, 30)
    expect(terms.limit).toBe(70)
    await withdraw(ada, 30, terms)
    await finalise()
    expect([await balances(ada), await usdcOf(ada)]).toEqual([{ earned: 30, held: 0 }, 4.9])
  })

  it('of less settles that part; the rest stays held or is withdrawn too [steeze.redeem-partial]', async () => {
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

  it('can be signed again, and the first signature stays valid [steeze.redeem-resign]', async () => {
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

  it('can be signed again three times; then the last signature stays and the Steeze is returned', async () => {
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
    test.ctx.chain.isPaused = true
    expect(await again()).toMatchObject(refusal(409, 'REDEEM_UNAVAILABLE'))
    test.ctx.chain.isPaused = false
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
    test.ctx.clock.advance({ hours: 1 })
    expect((await redeem(ada, 40)).status).toBe(200)
  })

  it('happens once for simultaneous identical requests, which all get the same response', async () => {
    const key = { 'idempotency-key': 'the-same-at-once' }
    const [first, ...others] = await Promise.all([redeem(ada, 40, key), redeem(ada, 40, key), redeem(ada, 40, key)])
    expect(first).toMatchObject({ status: 200, body: { amount: 40 } })
    for (const { status, body } of others) expect([status, body]).toEqual([200, first.body])
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
  })
})

describe('a hold is released', () => {
  it('only after the latest signature expires, even if the clock went back before signing again', async () => {
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
    test.ctx.clock.set(new Date(deadline * 1_000))
    await finalise()
    expect((await balances(ada)).held).toBe(40)
    test.ctx.clock.advance({ ms: 1_000 })
    test.ctx.chain.mine()
    await follow(test)
    expect((await balances(ada)).held).toBe(40)
    test.ctx.chain.mine(2)
    await follow(test)
    await follow(test)
    expect([await balances(ada), await openOf(ada)]).toEqual([{ earned: 100, held: 0 }, null])
  })

  it('never when it was used at the last moment and not yet seen', async () => {
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

  it('after a signer rotation, whose old signatures fail [steeze.redeem-rotation]', async () => {
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

describe('a crash', () => {
  const key = { 'idempotency-key': 'the-same-in-a-retry' }
  const outage = Object.assign(new Error('lost'), { code: '08006' })

  it('before the hold commits leaves nothing', async () => {
    const before = await databaseState(test.ctx.db, { except: ['idempotent_answers'] })
    breakable.failNextCommit(outage)
    expect((await redeem(ada, 40, key)).status).toBe(503)
    expect(await databaseState(test.ctx.db, { except: ['idempotent_answers'] })).toEqual(before)
    expect((await redeem(ada, 40, key)).status).toBe(200)
    expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
  })

  it('after it, before the signature is returned, gives a retry the same hold and a valid signature', async () => {
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

  it.each([
    ['while the contract is paused', 'REDEEM_UNAVAILABLE'],
    ['in debt', 'IN_DEBT'],
  ] as const)('after it gives a retry no signature %s', async (_, code) => {
    breakable.failNextCommit(outage, { isKept: true })
    expect((await redeem(ada, 40, key)).status).toBe(503)
    if (code === 'IN_DEBT') await putInDebt(test.ctx, (await ada.me()).id)
    else test.ctx.chain.isPaused = true
    const before = await databaseState(test.ctx.db, { except: ['idempotent_answers'] })
    expect(await redeem(ada, 40, key)).toMatchObject(refusal(409, code))
    expect(await databaseState(test.ctx.db, { except: ['idempotent_answers'] })).toEqual(before)
  })

  it('without a retry releases the hold in the end', async () => {
    breakable.failNextCommit(outage, { isKept: true })
    await redeem(ada, 40, key)
    test.ctx.clock.advance({ minutes: 11 })
    await finalise()
    await follow(test)
    expect(await balances(ada)).toEqual({ earned: 100, held: 0 })
    expect(await redeem(ada, 40, key)).toMatchObject(refusal(404, 'REDEMPTION_NOT_FOUND'))
    test.ctx.clock.advance({ hours: 1 })
    expect((await redeem(ada, 40)).status).toBe(200)
  })

  it.each([false, true])('during settlement settles it once (kept: %s)', async (isKept) => {
    await withdraw(ada, 40, await signed(ada, 40))
    await follow(test)
    test.ctx.chain.mine(3)
    breakable.failNextCommit(outage, { isKept })
    await expect(follow(test)).rejects.toThrow('lost')
    await follow(test)
    await follow(test)
    expect(await balances(ada)).toEqual({ earned: 60, held: 0 })
  })
})

it('a reorg before a withdrawal is final changes nothing but the block', async () => {
  const hash = await withdraw(ada, 40, await signed(ada, 40))
  await follow(test)
  test.ctx.chain.mine()
  test.ctx.chain.reorg(2, { later: [hash] })
  await follow(test)
  expect(await balances(ada)).toEqual({ earned: 60, held: 40 })
  await finalise()
  expect(await balances(ada)).toEqual({ earned: 60, held: 0 })
})
