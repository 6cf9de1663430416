import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test.close())

const COOKIE = 'aura_session'

function browserWith(token: string | undefined): Actor {
  const browser = new Actor(test)
  browser.cookies.set(COOKIE, token ?? '')
  return browser
}

const user = (actor: Actor) => actor.send('GET', '/api/auth/user')

describe('a session', () => {
  it('is a cookie hidden from scripts and from other sites', async () => {
    const ada = new Actor(test)
    const { headers } = await ada.send('POST', '/api/auth/wallet', await ada.signedMessage())
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(/^aura_session=[A-Za-z0-9_-]{43}; /)
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/)
  })

  it('is replaced at every sign-in, and the previous one ends', async () => {
    const ada = await newcomer(test)
    const first = ada.cookies.get(COOKIE)
    await ada.signIn()
    const second = ada.cookies.get(COOKIE)
    expect(second).not.toBe(first)
    expect(await user(browserWith(first))).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(await user(browserWith(second))).toMatchObject({ status: 200 })
  })

  it('ends when another user signs in on the same browser', async () => {
    const ada = await newcomer(test)
    const { id } = await ada.me()
    const old = ada.cookies.get(COOKIE)
    const bo = new Actor(test)
    for (const [name, value] of ada.cookies) bo.cookies.set(name, value)
    await bo.signIn()
    expect((await bo.me()).id).not.toBe(id)
    expect(await user(browserWith(old))).toMatchObject({ status: 401 })
  })

  it('coexists with the same user’s other browser', async () => {
    const key = generatePrivateKey()
    const [laptop, phone] = [new Actor(test, key), new Actor(test, key)]
    await laptop.signIn()
    await phone.signIn()
    expect(await phone.me()).toEqual(await laptop.me())
  })

  it.each(['', 'x', 'x'.repeat(43), 'x'.repeat(44)])('cannot be forged: %j', async (token) => {
    expect(await user(browserWith(token))).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  })
})

describe('logging out', () => {
  it('ends only this session', async () => {
    const key = generatePrivateKey()
    const [laptop, phone, bo] = [new Actor(test, key), new Actor(test, key), await newcomer(test)]
    await laptop.signIn()
    await phone.signIn()
    const token = laptop.cookies.get(COOKIE)
    expect(await laptop.call('POST /api/auth/logout')).toEqual({ ok: true })
    expect(laptop.cookies.has(COOKIE)).toBe(false)
    expect(await user(browserWith(token))).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(await user(phone)).toMatchObject({ status: 200 })
    expect(await user(bo)).toMatchObject({ status: 200 })
  })

  it('succeeds without a session', async () => {
    expect(await new Actor(test).call('POST /api/auth/logout')).toEqual({ ok: true })
  })

  it('is refused from another site', async () => {
    const ada = await newcomer(test)
    const forged = await ada.send('POST', '/api/auth/logout', undefined, { origin: 'http://evil.test' })
    expect(forged).toMatchObject(refusal(403, 'ORIGIN_REFUSED'))
    expect(await user(ada)).toMatchObject({ status: 200 })
  })
})

const HOSTILE = [
  '?next=//evil.example',
  '?next=/\\evil.example',
  '?next=https://evil.example',
  '?next=javascript:alert(1)',
  '?next=%2F%2Fevil.example',
  '?next=%2F%5Cevil.example',
  '?next=%2F.%2F%2Fevil.example',
  '?next=%2F%0D%0A%2Fevil.example',
  '?next=%68ttps%3A%2F%2Fevil.example',
  `?next=/${'a'.repeat(500)}`,
  '?next=/a&next=//evil.example',
  '?next[]=//evil.example',
]

describe.each(['/api/login', '/auth'])('%s', (path) => {
  const follow = async (query = '') => {
    const { status, headers } = await new Actor(test).send('GET', `${path}${query}`)
    return { status, location: headers.location }
  }

  it('opens the sign-in dialog', async () => {
    expect(await follow()).toEqual({ status: 302, location: '/?join=1' })
  })

  it('keeps a path of this site [access.login-next-kept]', async () => {
    const location = '/?join=1&next=%2Fbattles%3Ftab%3Dlive'
    expect(await follow(`?next=${encodeURIComponent('/battles?tab=live')}`)).toEqual({ status: 302, location })
  })

  it('drops any path to another site, however it is written [access.login-next-foreign-refused]', async () => {
    for (const query of HOSTILE)
      expect([query, await follow(query)]).toEqual([query, { status: 302, location: '/?join=1' }])
  })

  it('cannot inject a header', async () => {
    const { headers } = await new Actor(test).send('GET', `${path}?next=%2Fa%0D%0Aset-cookie:%20x=1`)
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers.location).toMatch(/^\/\?join=1&next=%2Faset-cookie/)
  })
})
