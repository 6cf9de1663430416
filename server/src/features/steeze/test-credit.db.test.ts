import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { earner, redeeming } from '../../../../tests/server/actors/redeeming.ts'
import { buy, follow, steezeOf, USDC } from '../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { testCredit } from './index.ts'

const test = openForEach(testApp)
let ada: Actor
beforeEach(async () => {
  ada = await earner(test)
})
const { balances } = redeeming(() => test)

describe('test credit', () => {
  const credit = async (bo: Actor, amount: number, key = 'one') =>
    testCredit(test.ctx, { key, fromId: (await bo.me()).id, toId: (await ada.me()).id, amount })

  it('moves purchased Steeze once per key, and never more than there is', async () => {
    const bo = await newcomer(test)
    test.ctx.chain.mint(bo.wallet.address, 5 * USDC)
    buy(test, bo, 5)
    await follow(test)
    expect([await credit(bo, 20), await credit(bo, 20)]).toEqual([true, false])
    expect(await steezeOf(bo)).toEqual({ battleEarnedSteeze: 0, purchasedSteeze: 30 })
    expect((await balances(ada)).earned).toBe(120)
    const before = await databaseState(test.ctx.db)
    await expect(credit(bo, 31, 'two')).rejects.toMatchObject({ code: 'BALANCE_TOO_LOW' })
    await expect(credit(ada, 1, 'three')).rejects.toThrow('must differ')
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('exists only on local [access.boot-test-credit]', async () => {
    const bo = await newcomer(test)
    for (const kind of ['base-sepolia', 'base'] as const) {
      const online = { ...test.ctx, chain: Object.assign(Object.create(test.ctx.chain), { kind }) }
      await expect(testCredit(online, { key: 'x', fromId: (await bo.me()).id, toId: 'y', amount: 1 })).rejects.toThrow(
        'CHAIN=local',
      )
    }
  })
})
