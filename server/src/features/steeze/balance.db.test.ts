import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../test/actors.ts'
import { buy, earn, follow, withUsdc } from '../../../test/chain.ts'
import { refusal } from '../../../test/refusal.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

describe('my Steeze', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp()
  })
  afterAll(() => test.close())

  it('is nothing for a newcomer, in both parts', async () => {
    const ada = await newcomer(test)
    expect(await ada.call('GET /api/steeze/balance')).toEqual({ battleEarnedSteeze: 0, purchasedSteeze: 0 })
  })

  it('is what I earned and what I bought, and nobody else’s [steeze.call-balance]', async () => {
    const [ada, bo] = [await withUsdc(test), await newcomer(test)]
    buy(test, ada, 2)
    await follow(test)
    await earn(test, ada, 5)
    expect(await ada.call('GET /api/steeze/balance')).toEqual({ battleEarnedSteeze: 5, purchasedSteeze: 20 })
    expect(await bo.call('GET /api/steeze/balance')).toEqual({ battleEarnedSteeze: 0, purchasedSteeze: 0 })
  })

  it('is told to nobody who is not signed in', async () => {
    expect(await new Actor(test).send('GET', '/api/steeze/balance')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  })
})
