import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { buy, earn, follow, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'

describe('a Steeze balance', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp()
  })
  afterAll(() => test.close())

  it('is zero in both parts for a new user', async () => {
    const ada = await newcomer(test)
    expect(await ada.call('GET /api/steeze/balance')).toEqual({ battleEarnedSteeze: 0, purchasedSteeze: 0 })
  })

  it('is the user’s own, earned and purchased', async () => {
    const [ada, bo] = [await withUsdc(test), await newcomer(test)]
    buy(test, ada, 2)
    await follow(test)
    await earn(test, ada, 5)
    expect(await ada.call('GET /api/steeze/balance')).toEqual({ battleEarnedSteeze: 5, purchasedSteeze: 20 })
    expect(await bo.call('GET /api/steeze/balance')).toEqual({ battleEarnedSteeze: 0, purchasedSteeze: 0 })
  })

  it('needs a session', async () => {
    expect(await new Actor(test).send('GET', '/api/steeze/balance')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  })
})
