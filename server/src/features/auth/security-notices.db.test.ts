import { generatePrivateKey } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { doDue } from '../../../../tests/server/actors/battles.ts'
import { replaceWallet } from '../../../../tests/server/actors/replacing.ts'
import { viaX } from '../../../../tests/server/actors/x-actor.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testAppWithX } from '../../../../tests/server/test-app-with-x.ts'

const pushes: { endpoint: string; title: string; path: string }[] = []
let answer: 'sent' | { retryAfterMs: number | null } = 'sent'
const push = {
  publicKey: 'B'.repeat(87),
  async send({ endpoint }: { endpoint: string }, payload: string) {
    const { title, path } = JSON.parse(payload)
    pushes.push({ endpoint, title, path })
    return answer
  },
}

const test = openForAll(() => testAppWithX({ push }))

let laptop: Actor
let phone: Actor
let lastId = 0
beforeEach(async () => {
  answer = 'sent'
  pushes.length = 0
  lastId += 1
  test.x.person = { id: `77${lastId}`, username: `on_x_${lastId}`, name: 'Ada' }
  const key = generatePrivateKey()
  laptop = new Actor(test, key)
  phone = new Actor(test, key)
  await laptop.signIn()
  await phone.signIn()
})

const turnOn = (actor: Actor, at: string) =>
  actor.call('POST /api/notifications/push', {
    body: { endpoint: at, keys: { p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) } },
  })
const at = (name: string) => `https://fcm.googleapis.com/fcm/send/${name}-${lastId}`
const noticesOf = async (actor: Actor) =>
  (await actor.call('GET /api/notifications')).filter(({ type }) => type === 'security').map(({ title }) => title)
const pushed = async () => {
  await doDue(test.ctx)
  return pushes.splice(0).map(({ endpoint, title }) => [endpoint, title])
}

describe('a user is notified at once of account changes a stolen session could make', () => {
  it('when another browser turns notifications on: in the app, and first in all other browsers [notifications.security]', async () => {
    await turnOn(phone, at('phone'))
    expect(await pushed()).toEqual([])
    await turnOn(laptop, at('laptop'))
    expect(await noticesOf(phone)).toEqual([
      'Notifications were turned on in a browser',
      'Notifications were turned on in a browser',
    ])
    expect(await pushed()).toEqual([[at('phone'), 'Notifications were turned on in a browser']])
    await turnOn(laptop, at('laptop'))
    expect([(await noticesOf(phone)).length, await pushed()]).toEqual([2, []])
  })

  it('when X is connected or disconnected, also in browsers whose sessions it ends', async () => {
    await turnOn(phone, at('phone'))
    await turnOn(laptop, at('laptop'))
    await pushed()
    expect(await viaX(laptop)).toBe('/?x=linked')
    expect((await pushed()).sort()).toEqual([
      [at('laptop'), 'An X account was connected'],
      [at('phone'), 'An X account was connected'],
    ])
    await viaX(laptop)
    expect(await pushed()).toEqual([])
    await laptop.call('POST /api/auth/disconnect-twitter')
    expect(await phone.send('GET', '/api/auth/user')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    answer = { retryAfterMs: null }
    expect((await pushed()).sort()).toEqual([
      [at('laptop'), 'Your X account was disconnected'],
      [at('phone'), 'Your X account was disconnected'],
    ])
    answer = 'sent'
    test.ctx.clock.advance({ minutes: 1 })
    expect((await pushed()).map(([endpoint]) => endpoint).sort()).toEqual([at('laptop'), at('phone')])
    await viaX(laptop)
    await doDue(test.ctx)
    const connected = { endpoint: at('laptop'), title: 'An X account was connected', path: '/settings' }
    expect(pushes).toEqual([connected])
    expect(await noticesOf(laptop)).toContain('Your X account was disconnected')
  })

  it('when a wallet is replaced, will be, or stays, whatever they have muted', async () => {
    expect(await viaX(laptop)).toBe('/?x=linked')
    const off = { type: 'security', isOn: false } as never
    expect(await laptop.send('POST', '/api/notifications/preferences', off)).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    )
    test.ctx.clock.advance({ days: 8 })
    const [next, third] = [new Actor(test), new Actor(test)]
    const walletAddress = next.wallet.address
    await viaX(laptop, { purpose: 'bind-wallet', wallet: walletAddress })
    const { message } = await laptop.call('GET /api/auth/nonce', { query: { walletAddress, purpose: 'link' } })
    const body = { walletAddress, message, signature: await next.wallet.signMessage({ message }) }
    await laptop.call('POST /api/auth/link-wallet', { body })
    expect((await noticesOf(phone))[0]).toBe('A new wallet will replace yours')
    await phone.call('POST /api/auth/wallet-replacement/cancel')
    await phone.call('POST /api/auth/wallet-replacement/cancel')
    expect((await noticesOf(laptop)).slice(0, 2)).toEqual(['Your wallet stays', 'A new wallet will replace yours'])
    await turnOn(phone, at('phone'))
    await pushed()
    await replaceWallet(laptop, third.wallet)
    expect((await noticesOf(laptop))[0]).toBe('Your wallet was replaced')
    expect(await pushed()).toEqual([[at('phone'), 'Your wallet was replaced']])
  })
})

describe('disconnecting X', () => {
  it('takes the wallet’s signature for this once it has been connected for seven days; nothing else changes anything [access.x-disconnect-fresh]', async () => {
    await viaX(laptop)
    test.ctx.clock.advance({ days: 7 })
    await laptop.signIn()
    await turnOn(laptop, at('laptop'))
    await pushed()
    const disconnect = (proof?: object) => laptop.send('POST', '/api/auth/disconnect-twitter', { proof })
    const state = () => databaseState(test.ctx.db, { except: ['auth_nonces'] })
    const before = await state()
    const refused = await disconnect()
    expect(refused).toMatchObject({ ...refusal(403, 'FRESH_SIGN_IN_REQUIRED'), body: { data: { by: 'wallet' } } })
    const otherPurpose = await laptop.freshProof('delete-account')
    expect(await disconnect(otherPurpose)).toMatchObject(refusal(401, 'NONCE_INVALID'))
    expect(await state()).toEqual(before)
    expect([(await laptop.me()).twitterUsername, await pushed()]).toEqual([`on_x_${lastId}`, []])
    expect((await disconnect(await laptop.freshProof('disconnect', 'x'))).status).toBe(200)
    expect(await pushed()).toEqual([[at('laptop'), 'Your X account was disconnected']])
  })

  it('takes a session alone until then; it ends the others and any copy of this one [access.x-disconnect-ends-sessions]', async () => {
    await viaX(laptop)
    test.ctx.clock.advance({ days: 7, ms: -1 })
    await laptop.signIn()
    await phone.signIn()
    const copied = new Actor(test)
    for (const [name, value] of laptop.cookies) copied.cookies.set(name, value)
    await laptop.call('POST /api/auth/disconnect-twitter')
    for (const actor of [phone, copied])
      expect(await actor.send('GET', '/api/auth/user')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect((await laptop.call('GET /api/user/sessions')).length).toBe(1)
    await phone.signIn()
    await laptop.call('POST /api/auth/disconnect-twitter')
    expect((await phone.send('GET', '/api/auth/user')).status).toBe(200)
  })
})
