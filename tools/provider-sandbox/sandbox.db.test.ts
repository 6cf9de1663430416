import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../tests/server/actors/actors.ts'
import { comeBack, leaveForX } from '../../tests/server/actors/x-actor.ts'
import { readLocal } from '../../tests/server/online-env.ts'
import { type TestApp, testApp } from '../../tests/server/test-app.ts'
import { type ProviderSandbox, startSandbox } from './start-sandbox.ts'

let sandbox: ProviderSandbox
let test: TestApp
beforeAll(async () => {
  sandbox = await startSandbox([0])
  const { settings } = readLocal({
    X_SANDBOX_URL: sandbox.url,
    X_POSTING: 'on',
    X_TOKEN_KEY: '0123456789abcdef'.repeat(4),
  })
  test = await testApp({ settings: { x: settings.x } })
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})
// After a test in which X was down, the server sends nobody there for a while.
beforeEach(() => test.ctx.clock.advance({ hours: 1 }))

async function choose(atX: URL, choice: string, handle = ''): Promise<string> {
  const url = new URL(atX)
  url.searchParams.set('choice', choice)
  url.searchParams.set('handle', handle)
  const response = await fetch(url, { redirect: 'manual' })
  const back = new URL(response.headers.get('location') ?? '', 'http://nowhere.invalid')
  return back.pathname + back.search
}

describe('the sandbox that stands in for X', () => {
  it('signs in whoever types a handle, as the same person each time [access.x-sandbox-local]', async () => {
    const ids = new Set<string>()
    for (const handle of ['Ada_Sandbox', '@ada_sandbox']) {
      const ada = new Actor(test)
      expect(await comeBack(ada, await choose(await leaveForX(ada), 'allow', handle))).toBe('/')
      ids.add((await ada.me()).id)
    }
    expect(ids.size).toBe(1)
    const bo = new Actor(test)
    await comeBack(bo, await choose(await leaveForX(bo), 'allow', 'bo'))
    expect(ids.has((await bo.me()).id)).toBe(false)
  })

  it.each([
    ['deny', 'denied'],
    ['expired', 'code'],
    ['down', 'down'],
  ])('lets a sign-in end by %s', async (choice, outcome) => {
    const ada = new Actor(test)
    expect(await comeBack(ada, await choose(await leaveForX(ada), choice))).toBe(`/?join=1&x=${outcome}`)
  })

  it('lets people post, and renews their tokens', async () => {
    const ada = new Actor(test)
    await comeBack(ada, await choose(await leaveForX(ada), 'allow', 'poster'))
    const post = () => ada.send('POST', '/api/social/post-tweet', { text: 'Hello' })
    expect(await post()).toMatchObject({ status: 200 })
    test.ctx.clock.advance({ hours: 3 })
    expect(await post()).toMatchObject({ status: 200 })
  })

  it('asks for a handle that can be one, and keeps what was typed as text', async () => {
    const atX = await leaveForX(new Actor(test))
    atX.searchParams.set('choice', 'allow')
    atX.searchParams.set('handle', '"><b>no')
    const page = await (await fetch(atX)).text()
    expect(page).toContain('role="alert"')
    expect(page).toContain('&quot;&gt;&lt;b&gt;no')
    expect(page).not.toContain('<b>no')
  })

  it('sends nobody to another machine', async () => {
    const atX = await leaveForX(new Actor(test))
    for (const elsewhere of ['https://evil.example/', 'no address', '//evil.example']) {
      atX.searchParams.set('redirect_uri', elsewhere)
      atX.searchParams.set('choice', 'deny')
      expect((await fetch(atX, { redirect: 'manual' })).status).toBe(400)
    }
  })

  it('takes no code twice, without its verifier, or for another address', async () => {
    const take = async (fields: Record<string, string>) => {
      const ada = new Actor(test)
      const atX = await leaveForX(ada)
      const code = new URL(await choose(atX, 'allow', 'ada'), 'http://a.invalid').searchParams.get('code') ?? ''
      const body = new URLSearchParams({ grant_type: 'authorization_code', code, ...fields })
      return (await fetch(`${sandbox.url}/token`, { method: 'POST', body })).status
    }
    expect(await take({})).toBe(400)
    expect(
      await take({ code_verifier: 'a'.repeat(43), redirect_uri: 'http://aura.test/api/auth/twitter/callback' }),
    ).toBe(400)
  })
})
