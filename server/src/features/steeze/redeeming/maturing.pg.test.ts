import { expect, it } from 'vitest'
import { doDue, gift, liveBattle, STARTS_AT } from '../../../../../tests/server/actors/battles.ts'
import { redeem, redeeming } from '../../../../../tests/server/actors/redeeming.ts'
import { buy, earn, follow, withUsdc } from '../../../../../tests/server/chain/chain.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const ROUNDS = 3
const ENDS_AT = new Date(new Date(STARTS_AT).getTime() + 4 * 3_600_000)

const test = openForAll(() => testApp({ settings: { redeemMaturingMs: 72 * 3_600_000 } }))
const { balances, finalise } = redeeming(() => test)

it('a battle that ends while somebody redeems lets nothing of its gifts out [steeze.check-redeem-maturing]', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const { id, ada } = await liveBattle(test, {})
    await earn(test, ada, 50)
    const fan = await withUsdc(test, 30)
    buy(test, fan, 3)
    await follow(test)
    await gift(fan, id, ada.id, 30)
    await finalise()
    test.ctx.clock.set(ENDS_AT)
    const [, , ...refused] = await Promise.all([
      doDue(test.ctx),
      doDue(test.ctx),
      redeem(ada, 51),
      redeem(ada, 80),
      redeem(ada, 51),
    ])
    for (const { status, body } of refused) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(['REDEEM_MATURING', 'REDEEM_AMOUNT_INVALID']).toContain((body as unknown as { code: string }).code)
    }
    expect(await balances(ada)).toEqual({ earned: 80, held: 0 })
    await finalise()
    // All mature Steeze can be redeemed once, regardless of the number of concurrent requests.
    const replies = await Promise.all([redeem(ada, 50), redeem(ada, 50), redeem(ada, 50)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await balances(ada)).toEqual({ earned: 30, held: 50 })
  }
})
