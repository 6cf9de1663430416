import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const test = openForAll(testApp)

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

  it('cannot be forged', async () => {
    for (const token of ['', 'x'.repeat(43)])
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
})

it.each(['/api/login', '/auth'])(
  '%s opens the sign-in dialog, keeping a path of this site only [access.login-next-kept] [access.login-next-foreign-refused]',
  async (path) => {
    const follow = async (query = '') => {
      const { status, headers } = await new Actor(test).send('GET', `${path}${query}`)
      return [status, headers.location]
    }
    expect(await follow()).toEqual([302, '/?join=1'])
    const kept = [302, '/?join=1&next=%2Fbattles%3Ftab%3Dlive']
    expect(await follow(`?next=${encodeURIComponent('/battles?tab=live')}`)).toEqual(kept)
    for (const query of ['?next=%2F%5Cevil.example', '?next=/a&next=//evil.example', '?next[]=//evil.example'])
      expect([query, ...(await follow(query))]).toEqual([query, 302, '/?join=1'])
  },
)
