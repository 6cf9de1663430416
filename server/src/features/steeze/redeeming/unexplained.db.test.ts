import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { deleteAccount } from '../../../../../tests/server/actors/inviting.ts'
import { earner, redeem, redeeming, signed } from '../../../../../tests/server/actors/redeeming.ts'
import { earn } from '../../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { debtOf } from '../../ledger/index.ts'
import { auditSteeze, chargeWithdrawals, unexplainedWithdrawals } from '../index.ts'
import { unexplainedAlarm } from './watch-unexplained.ts'

const test = openForEach(testApp)
let ada: Actor
beforeEach(async () => {
  ada = await earner(test)
})
const { balances, finalise } = redeeming(() => test)

describe('the alarm for unexplained withdrawals', () => {
  const figure = async () => /^steeze_unexplained (.*)$/m.exec((await test.app.inject('/metrics')).body)?.[1]

  it('logs an error for each increase and after each start, and exports a metric', async () => {
    const logged: unknown[] = []
    const log = { warn() {}, error: (facts: object, message: string) => void logged.push({ ...facts, message }) }
    const look = unexplainedAlarm(test.ctx, log)
    await look()
    expect([logged, await figure()]).toEqual([[], '0'])
    test.ctx.chain.steal(ada.wallet.address, 5)
    await finalise()
    await look()
    await look()
    test.ctx.chain.steal(ada.wallet.address, 2)
    await finalise()
    await look()
    const message = 'Steeze was withdrawn without a signature'
    const alert = 'steeze-unexplained'
    expect(logged).toEqual([
      { alert, steeze: 5, more: 5, message },
      { alert, steeze: 7, more: 2, message },
    ])
    await unexplainedAlarm(test.ctx, log)()
    expect(logged.slice(2)).toEqual([{ alert, steeze: 7, more: 7, message }])
    expect(await figure()).toBe('7')
  })
})

describe('a withdrawal beyond the signed amount', () => {
  it('settles the signed part; the rest is unexplained', async () => {
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

describe('withdrawals missing from a restored database', () => {
  it('stop redemption until they are charged to the wallet’s account', async () => {
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
    await expect(charge(ada, 41)).rejects.toThrow('40 unexplained Steeze')
    await expect(charge(cleo, 1)).rejects.toThrow('no withdrawal that is unexplained')
    expect(await databaseState(test.ctx.db)).toEqual(before)
    await charge(ada, 40)
    expect([await balances(ada), (await redeem(ada, 10)).status]).toEqual([{ earned: 60, held: 0 }, 409])
    await charge(bo, 25)
    await expect(charge(bo, 25)).rejects.toThrow('no withdrawal that is unexplained')
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

  it('of a deleted account are charged to what deleted accounts forfeited, as far as it goes', async () => {
    const [stranger, bo] = [new Actor(test), await newcomer(test)]
    await earn(test, bo, 10)
    const charge = ({ wallet: { address } }: Actor, amount: number) =>
      chargeWithdrawals(test.ctx, { wallet: address.toLowerCase(), amount, reason: 'Restored the copy of Monday.' })
    test.ctx.chain.steal(stranger.wallet.address, 5)
    test.ctx.chain.steal(ada.wallet.address, 97)
    await finalise()
    const before = await databaseState(test.ctx.db)
    await expect(charge(stranger, 5)).rejects.toThrow('nobody to charge, and deleted accounts left 0 Steeze of 5.')
    expect(await databaseState(test.ctx.db)).toEqual(before)
    await deleteAccount(ada)
    expect(await charge(ada, 97)).toEqual({ forfeited: 97 })
    await expect(charge(stranger, 5)).rejects.toThrow('deleted accounts left 3 Steeze of 5.')
    expect(await bo.call('GET /api/reserves')).toMatchObject({
      difference: 0,
      ledger: { forfeited: 3, unexplained: -5 },
    })
    expect(await test.ctx.db.query('select action, subject_kind as kind, subject from admin_actions')).toEqual([
      { action: 'charge-withdrawals', kind: 'wallet', subject: ada.wallet.address.toLowerCase() },
    ])
    expect((await auditSteeze(test.ctx.db)).broken).toEqual([])
  })
})
