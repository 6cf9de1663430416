import { afterEach, beforeEach, expect, it } from 'vitest'
import { earner, redeem } from '../../../../../tests/server/actors/redeeming.ts'
import { REVIEWED } from '../../../../../tests/server/actors/reviewing.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

let test: TestApp
beforeEach(async () => {
  test = await testApp(REVIEWED)
})
afterEach(() => test.close())

const metrics = async () =>
  (await test.app.inject('/metrics')).body.split('\n').filter((line) => /^redemptions_(total|waiting)/.test(line))

it('count redemptions by what became of them, and those that wait for an admin', async () => {
  const [ada, bo] = [await earner(test, 900), await earner(test, 900)]
  expect(await metrics()).toEqual(['redemptions_waiting 0'])
  const { holdId } = (await redeem(ada, 100)).body as { holdId: string }
  await ada.send('POST', '/api/steeze/redeem/sign', { holdId })
  await redeem(ada, 100)
  await redeem(bo, 1_000)
  await redeem(bo, 600)
  expect((await metrics()).sort()).toEqual([
    'redemptions_total{outcome="REDEEM_AMOUNT_INVALID"} 1',
    'redemptions_total{outcome="REDEMPTION_OPEN"} 1',
    'redemptions_total{outcome="signed"} 2',
    'redemptions_total{outcome="waiting"} 1',
    'redemptions_waiting 1',
  ])
})
