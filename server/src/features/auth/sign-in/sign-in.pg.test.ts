import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const AT_ONCE = 6

describe('simultaneous sign-ins', () => {
  const test = openForAll(testApp)

  const countUsers = async () => (await test.ctx.db.query('select id from users')).length
  const post = (actor: Actor, body: object) =>
    actor.send<{ bonusAwarded?: boolean; code?: string }>('POST', '/api/auth/wallet', body)

  it('create one account for a new wallet, with one bonus', async () => {
    const bystander = await newcomer(test)
    const before = { count: await countUsers(), bystander: await bystander.me() }
    const key = generatePrivateKey()
    const browsers = Array.from({ length: AT_ONCE }, () => new Actor(test, key))
    const proofs = await Promise.all(browsers.map((browser) => browser.signedMessage()))
    const replies = await Promise.all(browsers.map((browser, index) => post(browser, proofs[index] ?? {})))
    expect(replies.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200))
    expect(replies.filter(({ body }) => body.bonusAwarded)).toHaveLength(1)
    const people = await Promise.all(browsers.map((browser) => browser.me()))
    expect(new Set(people.map(({ id }) => id)).size).toBe(1)
    expect(people[0]?.auraPoints).toBe(100)
    expect(await countUsers()).toBe(before.count + 1)
    expect(await bystander.me()).toEqual(before.bystander)
  })

  it('use a nonce once', async () => {
    const before = await countUsers()
    const ada = new Actor(test)
    const proof = await ada.signedMessage()
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => post(ada, proof)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array(AT_ONCE - 1).fill('401 NONCE_INVALID'),
    )
    expect(await countUsers()).toBe(before + 1)
  })
})
