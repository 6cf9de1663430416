import { expect, it } from 'vitest'
import type { Actor } from '../../../../../tests/server/actors/actors.ts'
import { challenge, creator, gift, giver, runAfter, runAt, step } from '../../../../../tests/server/actors/battles.ts'
import { earnInBattle, redeem, redeeming } from '../../../../../tests/server/actors/redeeming.ts'
import { buy, earn, follow, steezeOf, withUsdc } from '../../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const test = openForEach(() => testApp({ settings: { redeemMaturingMs: 72 * 3_600_000 } }))
const { finalise } = redeeming(() => test)

const refused = (redeemable: number, at: string, message: string) => ({
  status: 409,
  body: { code: 'REDEEM_MATURING', message, data: { redeemable, at } },
})

it('purchased gifts can be redeemed 72 hours after the end, not before [steeze.check-redeem-maturing] [steeze.redeem-maturing-shown]', async () => {
  const { ada, endsAt } = await earnInBattle(test, 30)
  await earn(test, ada, 50)
  await finalise()
  const at = new Date(endsAt.getTime() + 72 * 3_600_000)
  expect(await steezeOf(ada)).toEqual({
    battleEarnedSteeze: 80,
    purchasedSteeze: 0,
    maturing: { amount: 30, next: { amount: 30, at: at.toISOString() } },
  })
  const before = await databaseState(test.ctx.db, { except: ['idempotent_answers'] })
  expect(await redeem(ada, 51)).toMatchObject(
    refused(50, at.toISOString(), 'You can redeem 50 Steeze now. 51 can be redeemed from 5 Mar, 20:00 UTC.'),
  )
  expect((await redeem(ada, 81)).body).toMatchObject({ code: 'REDEEM_AMOUNT_INVALID' })
  expect(await databaseState(test.ctx.db, { except: ['idempotent_answers'] })).toEqual(before)

  test.ctx.clock.set(new Date(at.getTime() - 1))
  await finalise()
  expect((await redeem(ada, 51)).status).toBe(409)
  test.ctx.clock.set(at)
  await finalise()
  expect(await steezeOf(ada)).toEqual({ battleEarnedSteeze: 80, purchasedSteeze: 0 })
  expect((await redeem(ada, 80)).status).toBe(200)
})

it('earned gifts, and those of the other side, do not mature', async () => {
  const { ada, bo, endsAt } = await earnInBattle(test, 30, async ({ id, ada, bo }) => {
    const fan = await giver(test, {})
    await earn(test, fan, 20)
    await gift(fan, id, ada.id, 20)
    const rival = await bought(7)
    await gift(rival, id, bo.id, 7)
  })
  const at = new Date(endsAt.getTime() + 72 * 3_600_000).toISOString()
  expect(await steezeOf(ada)).toMatchObject({
    battleEarnedSteeze: 50,
    maturing: { amount: 30, next: { amount: 30, at } },
  })
  expect(await steezeOf(bo)).toMatchObject({ battleEarnedSteeze: 7, maturing: { amount: 7 } })
})

it('gifted on while they mature, they mature for whoever gets them, however often [steeze.maturing-passed-on]', async () => {
  const { ada } = await earnInBattle(test, 30)
  const first = await gifted(ada, 20, { at: '2026-03-02T22:00:00.000Z' })
  expect(first.steeze).toMatchObject({ battleEarnedSteeze: 20, maturing: { amount: 20 } })
  expect(await redeem(first.receiver, 1)).toMatchObject({ status: 409, body: { code: 'REDEEM_MATURING' } })
  const second = await gifted(first.receiver, 20, { at: '2026-03-03T04:00:00.000Z' })
  expect(second.steeze).toMatchObject({
    battleEarnedSteeze: 20,
    maturing: { next: { amount: 20, at: '2026-03-06T07:00:00.000Z' } },
  })
  expect((await redeem(second.receiver, 1)).body).toMatchObject({ code: 'REDEEM_MATURING' })
})

it('no more of a gift matures than its giver was given lately', async () => {
  const { ada } = await earnInBattle(test, 30)
  await earn(test, ada, 50)
  const first = await gifted(ada, 60, { at: '2026-03-02T22:00:00.000Z' })
  expect(first.steeze).toMatchObject({ battleEarnedSteeze: 60, maturing: { amount: 30 } })
  // 72 hours after the battle in which Ada earned them.
  const later = await gifted(ada, 20, { at: '2026-03-05T20:00:00.000Z' })
  expect(later.steeze).toEqual({ battleEarnedSteeze: 20, purchasedSteeze: 0 })
})

/** A battle of three hours in which somebody is given this; the clock is at its end. */
async function gifted(from: Actor, amount: number, { at }: { at: string }) {
  const [receiver, rival] = [await creator(test), await creator(test)]
  const { id } = await challenge(receiver, rival.id, { battleDate: at, duration: 3 })
  await step(rival, id, 'accept')
  await runAt(test, at)
  await gift(from, id, receiver.id, amount)
  await runAfter(test, { minutes: 180 })
  await finalise()
  return { receiver, steeze: await steezeOf(receiver) }
}

async function bought(amount: number): Promise<Actor> {
  const actor = await withUsdc(test, amount)
  buy(test, actor, amount / 10)
  await follow(test)
  return actor
}
