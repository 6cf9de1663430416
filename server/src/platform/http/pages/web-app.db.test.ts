import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newcomer } from '../../../../../tests/server/actors/actors.ts'
import { openRound } from '../../../../../tests/server/actors/rounds.ts'
import { rawRequest } from '../../../../../tests/server/raw-http.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

const PAGE =
  '<!doctype html><head><title>Aura</title><script type="module" src="/m.js"></script></head><body><div id="root"></div></body>'
const BUILT = PAGE.replace('type="module"', '$& fetchpriority="low"')

/** Makes any page longer than a kilobyte. */
const LONG = `<p>${'The words of a page. '.repeat(80)}</p>`

const FRAMED = '<!doctype html><head><title>Framed</title></head>'

const PRELOADS = [
  {
    path: '/learn',
    title: 'Learn',
    about: 'Your path & what comes next.',
    isForVisitors: false,
    besides: {},
    signedIn: { files: ['assets/in-1a.js', 'assets/in-1a.css'], reads: ['/api/auth/user'] },
    visitor: { files: [], reads: [] },
  },
  {
    path: '/receipts/:id',
    title: 'Receipt',
    isForVisitors: true,
    besides: {},
    signedIn: { files: ['assets/in-1a.js'], reads: ['/api/receipts/:id?full=1&new=1'] },
    visitor: { files: ['assets/out-1a.js'], reads: [] },
  },
  {
    path: '/battles/:id',
    title: 'Showdown',
    isForVisitors: true,
    besides: { rounds: { files: ['assets/rounds-1a.js', 'assets/out-1a.js'], reads: ['/api/battles/:id/rounds'] } },
    signedIn: { files: ['assets/in-1a.js'], reads: [] },
    visitor: { files: ['assets/out-1a.js'], reads: [] },
  },
  {
    path: '/',
    title: 'Dashboard',
    about: 'Three lessons a day.',
    isForVisitors: false,
    besides: {},
    landing: { title: 'Build your aura', about: 'A sentence.' },
    signedIn: { files: [], reads: [] },
    visitor: { files: ['assets/headline-1a.woff2'], reads: [] },
  },
]

describe('the web app', () => {
  let test: TestApp
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aura-web-'))
    const webDir = join(folder, 'dist')
    await mkdir(join(webDir, 'assets'), { recursive: true })
    await writeFile(join(webDir, 'index.html'), BUILT)
    await writeFile(join(webDir, 'framed.html'), FRAMED)
    await writeFile(join(webDir, 'preloads.json'), JSON.stringify(PRELOADS))
    await writeFile(join(webDir, 'assets/main-1a2b3c.js'), 'main()')
    await writeFile(join(webDir, 'assets/main-1a2b3c.js.br'), 'brotli')
    await writeFile(join(webDir, 'assets/main-1a2b3c.js.gz'), 'gzip')
    await writeFile(join(webDir, 'assets/lab.worker-1a2b3c.js'), 'lab()')
    await writeFile(join(webDir, 'icon.svg'), '<svg/>')
    await writeFile(join(folder, 'secret.txt'), 'secret')
    test = await testApp({ settings: { webDir, metricsToken: 'a token of the operator' } })
  })
  afterAll(async () => {
    await test.close()
  })

  let listening: Promise<number> | undefined
  const listen = () => {
    listening ??= test.app
      .listen({ host: '127.0.0.1', port: 0 })
      .then(() => (test.app.server.address() as AddressInfo).port)
    return listening
  }

  const get = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ url, headers: { host: 'aura.test', accept: 'text/html', ...headers } })

  it('sends no page to a program that requests metrics without the token', async () => {
    const reply = await get('/metrics', { accept: '*/*' })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'NOT_FOUND'])
  })

  it.each(['/leaderboard', '/battles?tab=live', '/BATTLES/', '/steeze-stack', '/design'])(
    'answers its page at %s',
    async (url) => {
      const reply = await get(url)
      expect([reply.statusCode, reply.body]).toEqual([200, PAGE])
      expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
      expect(reply.headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    },
  )

  it.each(['/overlay/battle/7', '/EMBED/battle/7/?scale=2'])('lets others frame %s, and no other page', async (url) => {
    const reply = await get(url)
    // The battle doesn't exist; the tests of previews open one that does.
    expect([reply.statusCode, reply.body]).toEqual([404, FRAMED])
    expect(reply.headers['content-security-policy']).toContain('frame-ancestors *')
    expect(reply.headers['x-frame-options']).toBeUndefined()
    for (const other of [
      '/battles/7',
      '/overlay/battle',
      '/overlay/battle/7/more',
      '/embed/battles/7',
      '/overlay%2fbattle/7',
    ]) {
      const { headers } = await get(other)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-frame-options']).toBe('DENY')
    }
  })

  it('names what a screen needs first, to those who are signed in and to visitors', async () => {
    const ada = await newcomer(test)
    const linksOf = async (url: string, headers: Record<string, string> = {}) =>
      [...(await get(url, headers)).body.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href)
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(await linksOf('/learn', { cookie })).toEqual(['/assets/in-1a.css', '/api/auth/user', '/assets/in-1a.js'])
    expect(await linksOf('/receipts/7f-2', { cookie })).toContain('/api/receipts/7f-2?full=1&amp;new=1')
    // With a query the screen uses other responses.
    expect(await linksOf('/receipts/7f-2?tab=votes', { cookie })).toEqual(['/assets/in-1a.js'])
    expect(await linksOf('/receipts/7f-2')).toEqual(['/assets/out-1a.js'])
    expect(await linksOf('/receipts', { cookie })).toEqual([])
    expect((await get('/learn')).headers.vary).toContain('cookie')
    // Only the landing page has words and a picture to load before its scripts.
    const isLate = async (url: string) => (await get(url)).body.includes('fetchpriority="low"')
    expect([await isLate('/'), await isLate('/receipts/7f-2')]).toEqual([true, false])
  })

  it('names what a screen needs besides for its subject', async () => {
    const { id } = await openRound(test)
    const { body } = await get(`/battles/${id}`)
    const named = [...body.matchAll(/<link rel="(?:modulepreload|preload)"[^>]*href="([^"]+)"/g)].map(
      ([, href]) => href,
    )
    expect(named).toEqual([`/api/battles/${id}/rounds`, '/assets/out-1a.js', '/assets/rounds-1a.js'])
  })

  it('sends a screen’s words to whoever will see the screen, until the app is there [frame.first-words]', async () => {
    const { cookies } = await newcomer(test)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const wordsOf = async (url: string, headers: Record<string, string> = {}) =>
      (await get(url, headers)).body.match(/<div id="root">(.*?)<\/div>/)?.[1] ?? ''
    expect(await wordsOf('/learn', { cookie })).toContain(
      '<p class="h1">Learn</p><p>Your path &amp; what comes next.</p>',
    )
    expect(await wordsOf('/learn')).toBe('')
    expect(await wordsOf('/receipts/7f-2')).toMatch(/<p class="h1">Receipt<\/p>$/)
    expect(await wordsOf('/no-such-page', { cookie })).toBe('')
    expect(await wordsOf('/', { cookie })).toContain('<p class="h1">Dashboard</p>')
    expect(await wordsOf('/')).toContain('class="shape page first"')
    expect(await wordsOf('/')).toContain(
      '<p class="headline"><span>Build</span> <span>your</span> <span>aura</span></p><p>A sentence.</p>',
    )
    expect((await get('/')).body).toMatch(/<link rel="preload" as="font"[^>]* href="\/assets\/headline-1a.woff2">/)
  })

  it.each([
    '/no/such/page',
    '/apiary',
    '/%E2%98%83',
    '/sitemap.html',
    '/help',
    '/help/nothing',
    '/battles/7',
    '/battle/7/receipt',
    '/user/nobody',
    `/user/${randomUUID()}`,
    `/profile/${randomUUID()}/`,
    `/battles/${randomUUID()}`,
    `/battle/${randomUUID()}`,
    `/battles/${randomUUID()}/receipt`,
    '/[',
  ])('sends its not-found page with status 404 for unknown pages: %s', async (url) => {
    const reply = await get(url)
    expect([reply.statusCode, reply.body]).toEqual([404, PAGE])
    expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  })

  it.each(['//', '///', '//user', '/\\', '/\\evil.example/x', '/user/\\', '/..//', '/%2f', '/user//'])(
    'does so for malformed addresses, too: %s',
    async (url) => {
      const { status, text } = await rawRequest(await listen(), [
        `GET ${url} HTTP/1.1\r\nhost: aura.test\r\nconnection: close\r\n\r\n`,
      ])
      expect(status).toBe(404)
      expect(text).toContain(PAGE)
    },
  )

  it.each(['/%', '/user/%', '/%zz', '/%c0%ae', '/\0', '/\xff', '/?\xe9'])(
    'refuses addresses that can’t be read: %j',
    async (url) => {
      const { status, text } = await rawRequest(await listen(), [
        `GET ${url} HTTP/1.1\r\nhost: aura.test\r\nconnection: close\r\n\r\n`,
      ])
      expect(status).toBe(400)
      expect(text).not.toContain(PAGE)
    },
  )

  it('responds 200 for an existing user', async () => {
    const ada = await newcomer(test)
    const { id } = await ada.me()
    const statuses = async () => [
      (await get(`/user/${id}`)).statusCode,
      (await get(`/user/${id}/`)).statusCode,
      (await get(`/PROFILE/${id.toUpperCase()}`)).statusCode,
    ]
    expect(await statuses()).toEqual([200, 200, 200])
  })

  it('sends the policy with documents and workers, which heed it, and not with other files', async () => {
    const policies = async (...files: string[]) => {
      const replies = await Promise.all(files.map((file) => get(file)))
      return new Set(replies.map(({ headers }) => headers['content-security-policy']))
    }
    const page = await policies('/')
    expect([...page][0]).toContain("script-src 'self'")
    const documents = [
      '/icon.svg',
      '/assets/lab.worker-1a2b3c.js',
      '/assets/missing.html',
      '/theme.js/',
      '/assets/a.js?x',
    ]
    expect(await policies(...documents)).toEqual(page)
    expect(await policies('/assets/main-1a2b3c.js')).toEqual(new Set([undefined]))
    expect((await get('/assets/main-1a2b3c.js')).headers['x-content-type-options']).toBe('nosniff')
  })

  it('sends what the build compressed to browsers that take it, caches content-hashed files for ever, and others never unasked', async () => {
    const responses = []
    for (const accepted of ['gzip, deflate, br, zstd', 'gzip', 'identity']) {
      const { body, headers } = await get('/assets/main-1a2b3c.js', { 'accept-encoding': accepted })
      responses.push([body, headers['content-encoding'], headers['content-type'], headers['cache-control']])
    }
    const [type, kept] = ['application/javascript; charset=utf-8', 'public, max-age=31536000, immutable']
    expect(responses).toEqual([
      ['brotli', 'br', type, kept],
      ['gzip', 'gzip', type, kept],
      ['main()', undefined, type, kept],
    ])
    const plain = await get('/icon.svg', { 'accept-encoding': 'gzip, br' })
    expect([plain.body, plain.headers['content-encoding']]).toEqual(['<svg/>', undefined])
    expect(plain.headers['cache-control']).toBe('no-cache')
  })

  it('compresses pages for browsers that take it, whatever their status', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'aura-long-'))
    for (const name of ['index.html', 'framed.html', 'rescue.html']) await writeFile(join(folder, name), PAGE + LONG)
    const long = await testApp({ settings: { webDir: folder } })
    onTestFinished(() => long.close())
    const read = (url: string, accepted: string, method: 'GET' | 'HEAD' = 'GET') =>
      long.app.inject({
        method,
        url,
        headers: { host: 'aura.test', accept: 'text/html', 'accept-encoding': accepted },
      })
    for (const url of ['/leaderboard', '/no/such/page', '/overlay/battle/7', '/rescue.html']) {
      const plain = await read(url, 'identity')
      const packed = await read(url, 'gzip, deflate, br')
      expect([url, brotliDecompressSync(packed.rawPayload).toString()]).toEqual([url, plain.body])
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      expect(packed.headers).toMatchObject({
        'content-encoding': 'br',
        'content-type': 'text/html; charset=utf-8',
        vary: expect.stringContaining('accept-encoding'),
      })
      expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([packed.statusCode, undefined])
      expect(packed.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
      const head = await read(url, 'br', 'HEAD')
      expect([head.statusCode, head.body]).toEqual([plain.statusCode, ''])
    }
    expect((await read('/leaderboard', 'br')).headers.vary).toBe('cookie, accept-encoding')
  })

  it('never sends its page in place of another resource', async () => {
    for (const url of ['/api/nothing', '/api', '/assets/main-of-yesterday.js']) {
      const reply = await get(url)
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'NOT_FOUND'])
    }
    const image = await get('/missing.png', { accept: 'image/avif,image/webp' })
    expect([image.statusCode, image.json().code]).toEqual([404, 'NOT_FOUND'])
    const post = await test.app.inject({
      method: 'POST',
      url: '/',
      headers: { origin: 'http://aura.test', accept: 'text/html' },
    })
    expect(post.statusCode).toBe(404)
  })

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '//../secret.txt',
    '/%5c..%5csecret.txt',
  ])('gives away nothing beside it: %s', async (url) => {
    expect((await get(url)).body).not.toContain('secret')
  })

  it('redirects from its other names to the configured address', async () => {
    const reply = await get('/battles?tab=live', { host: '127.0.0.1:3000' })
    expect([reply.statusCode, reply.headers.location]).toEqual([307, 'http://aura.test/battles?tab=live'])
    expect((await get('//evil.example/x', { host: 'other.test' })).headers.location).toBe(
      'http://aura.test/evil.example/x',
    )
  })
})
