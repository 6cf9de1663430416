import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { PasskeyActor } from '../../../../tests/server/actors/passkey-actor.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { readLocal } from '../../../../tests/server/online-env.ts'
import { openForAll, openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { assertBelongs, prepareDatabase } from '../../prepare-database.ts'
import { checkSite } from './bind-site.ts'

describe('the host that passkeys belong to', () => {
  const test = openForEach(() => testApp({ settings: { accountFactory: `0x${'fa'.repeat(20)}` } }))
  const config = (host: string, more: Record<string, string> = {}) =>
    readLocal({ PUBLIC_URL: `http://${host}`, DEMO_DATA: 'off', ...more })
  const start = (host: string, more?: Record<string, string>) => prepareDatabase(test.ctx.db, config(host, more))
  const said = async (host: string) => {
    const found = await checkSite({ config: config(host), chain: test.ctx.chain, db: test.ctx.db })
    return found.map(({ text }) => text)
  }

  it('can change while there is no passkey, and then only if they are given up [access.passkey-site]', async () => {
    await start('one.test')
    await start('two.test')
    expect(await said('two.test')).toEqual(['No passkey depends on the host of PUBLIC_URL yet'])

    const ada = new PasskeyActor(test)
    await ada.join()
    await start('two.test:4000')
    const before = await databaseState(test.ctx.db)
    const refusal =
      'PUBLIC_URL: passkeys were made on two.test, and browsers offer them on no other host. With three.test, ' +
      '1 passkey of 1 person would stop working, and 1 person could no longer sign in or pay. ' +
      'Restore the host, or set ABANDONED_HOST=two.test to lose them.'
    await expect(start('three.test')).rejects.toThrow(refusal)
    await expect(assertBelongs(test.ctx.db, config('three.test'))).rejects.toThrow(refusal)
    await expect(start('three.test', { ABANDONED_HOST: 'one.test' })).rejects.toThrow(refusal)
    expect(await databaseState(test.ctx.db)).toEqual(before)
    expect(await said('two.test')).toEqual([
      'Passkeys belong to two.test. With another host in PUBLIC_URL, 1 passkey of 1 person would stop working, and ' +
        '1 person could no longer sign in or pay',
    ])

    await start('three.test', { ABANDONED_HOST: 'two.test' })
    // Once it has moved, the setting does nothing: the former host is another one now.
    await expect(start('two.test', { ABANDONED_HOST: 'two.test' })).rejects.toThrow('made on three.test')
  })

  it('counts who has another way to sign in apart [access.passkey-site]', async () => {
    await start('three.test')
    const [ada, bo] = [new PasskeyActor(test), new PasskeyActor(test)]
    await ada.join()
    await bo.join()
    const { id } = await bo.me()
    await test.ctx.db.query(
      "insert into provider_accounts (provider, subject, user_id, handle, linked_at) values ('google', '77', $1, 'bo', '2026-03-02')",
      [id],
    )
    const [text] = await said('three.test')
    expect(text).toContain('2 passkeys of 2 people would stop working, and 1 person could no longer')
  })
})

describe('the pages of that host', () => {
  let folder: string
  const PAGE = `<!doctype html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-AAAA'" />
</head><body><script type="application/json" id="site">{}</script></body>`
  const test = openForAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aura-rescue-'))
    for (const name of ['index.html', 'framed.html']) await writeFile(join(folder, name), '<!doctype html>')
    await writeFile(join(folder, 'rescue.html'), PAGE)
    return testApp({
      settings: { webDir: folder, accountFactory: `0x${'fa'.repeat(20)}`, relatedOrigins: ['https://rescue.example'] },
    })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const get = (url: string) => test.app.inject({ url })

  it('hand out the rescue page with the contracts of this Aura, and its own policy [accounts.rescue-page]', async () => {
    const reply = await get('/rescue.html')
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.headers['content-security-policy']).toBe(
      "default-src 'none';script-src 'sha256-AAAA';frame-ancestors 'none'",
    )
    const [, json = ''] = /id="site">(.*?)<\/script>/.exec(reply.body) ?? []
    expect(JSON.parse(json)).toEqual({
      chainId: test.ctx.chain.id,
      factory: `0x${'fa'.repeat(20)}`,
      ...(test.ctx.chain.contracts ? { usdc: test.ctx.chain.contracts.usdc } : {}),
      rpId: new URL(test.ctx.settings.origin).hostname,
    })
  })

  it('list the sites that may use its passkeys, if there are any [access.related-origins]', async () => {
    const reply = await get('/.well-known/webauthn')
    expect(reply.headers['content-type']).toMatch(/^application\/json/)
    expect(reply.json()).toEqual({ origins: [test.ctx.settings.origin, 'https://rescue.example'] })
    const none = await testApp({ settings: { relatedOrigins: [] } })
    expect((await none.app.inject({ url: '/.well-known/webauthn' })).statusCode).toBe(404)
    await none.close()
  })
})
