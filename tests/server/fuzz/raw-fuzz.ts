import { calls } from '@aura/api/calls'
import type { Call } from '@aura/api/contract/call'
import { PAGES } from '@aura/api/pages'
import fc from 'fast-check'
import { hostileBody, hostileHeaders, hostileQuery, hostileSegment } from './hostile.ts'

/** An attacker's knowledge: the host, their own sessions, and ids they have seen. */
export interface FuzzWorld {
  host: string
  origin: string
  cookies: string[]
  ids: string[]
}

/** Bytes of a connection, in the parts they are sent in. */
export interface Attack {
  kind: AttackKind
  parts: string[]
  /** How the attacker leaves; by default they wait for the response. */
  leaves?: 'ends' | 'breaks'
}

export const ATTACK_KINDS = {
  calls: "every call, with bodies, queries and headers that aren't meant for it",
  ids: 'every address with an id in it, with ids of every shape',
  paths: 'addresses no browser would write',
  json: 'JSON that is deep, large, torn or holds what no text holds',
  encodings: 'bodies in other types, character sets and compressions than they say',
  headers: 'headers that are many, long, doubled or contradict each other',
  http: 'bytes that are not quite HTTP',
  slow: 'requests in small pieces, or given up half-way',
} as const
export type AttackKind = keyof typeof ATTACK_KINDS

const CRLF = '\r\n'
const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

/** Routes that sign attackers out, which would leave less to attack. */
const NEVER_SIGNED_IN = /logout|delete|sessions/

const routes = (Object.entries(calls) as [string, Call][]).map(([key, call]) => {
  const [method = '', path = ''] = key.split(' ')
  return { method, path, call }
})
const fieldsOf = (type: unknown) => Object.keys((type as { shape?: object } | undefined)?.shape ?? {})

const OTHER_ADDRESSES = [
  '/images/:id.webp',
  '/share/profiles/:id.jpg',
  '/share/battles/:id.jpg',
  '/badge/:id.svg',
  '/battles/:id/battle.ics',
  '/user/:id/battles.ics',
  '/calendar.ics?token=:id',
  '/api/live?topics=battle::id',
  '/assets/:id.js',
  '/api/login?next=:id',
  '/api/auth/twitter?next=:id&timeZone=:id',
  '/api/auth/twitter/callback?state=:id&code=:id',
  '/api/docs/:id',
  '/healthz',
  '/metrics',
  '/connection',
  '/auth?next=:id',
]
const withIds = [...new Set([...routes.map(({ path }) => path), ...PAGES, ...OTHER_ADDRESSES])].filter((path) =>
  path.includes(':'),
)

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length })
const uuid = fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => parts.join('-'))

const anyId = ({ ids }: FuzzWorld): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      ...ids,
      ...ids.map((id) => id.toUpperCase()),
      ...ids.map((id) => `${id}%00`),
      ...ids.map((id) => `{${id}}`),
    ),
    uuid,
    hex(32),
    hex(64),
    hex(40).map((digits) => `0x${digits}`),
    fc.integer().map(String),
    fc.bigInt().map(String),
    fc.double().map((number) => encodeURIComponent(String(number))),
    fc.constantFrom(
      '00000000-0000-0000-0000-000000000000',
      '-1',
      '0',
      '1e3',
      '٣',
      'null',
      'undefined',
      '%2e%2e',
      '.',
      '..',
      '*',
      '%25',
      '%',
    ),
    hostileSegment,
  )

const weirdPath = fc.oneof(
  fc.constantFrom(
    '//',
    '/\\',
    '///',
    '/.',
    '/..',
    '/%2f',
    '/%5c',
    '/;',
    '/?',
    '/??',
    '/#',
    '*',
    '',
    '/%',
    '/%u0041',
    '/\\..\\',
    'http://a/',
    'http://[::1',
    '//a:b@c/',
    '/api//config',
    '/api/./config',
    '/api/../',
    '/API/CONFIG',
    '/.git/config',
    '/sitemap.xml',
    '/%00',
    '/a%0d%0aset-cookie:x=1',
  ),
  fc
    .array(fc.oneof(hostileSegment, fc.constantFrom('api', 'user', 'battles', 'share', 'images', 'assets', '')), {
      maxLength: 12,
    })
    .map((parts) => `/${parts.join('/')}`),
  fc.string({ unit: 'binary-ascii', maxLength: 40 }).map((text) => `/${text.replace(/[\r\n ]/g, '')}`),
  fc.nat(70_000).map((length) => `/${'a'.repeat(length)}`),
)

const deepJson = fc
  .tuple(fc.constantFrom(...['[', '{"a":', '[{"a":', '"']), fc.nat(30_000))
  .map(([open, times]) => open.repeat(times))
const oddJson = fc.oneof(
  deepJson,
  fc.constantFrom(
    '{"id":"\\u0000"}',
    '{"\\u0000":1}',
    '{"id":"\\ud800"}',
    '{"username":"\\udfff\\ud800"}',
    '{"a":1,"a":2}',
    '{"__proto__":null}',
    '{"amount":1e999}',
    '{"amount":-0}',
    `{"amount":${'9'.repeat(5_000)}}`,
    '{"amount":0x10}',
    "{'a':1}",
    '\ufeff{}',
    '{}{}',
    'nul',
    '[[[',
    '"\\x"',
    `"${'\\u0000'.repeat(9_000)}"`,
    '{"toString":1,"valueOf":2,"then":3,"constructor":4,"length":-1}',
  ),
  fc.json({ maxDepth: 6 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

function attacksOn(world: FuzzWorld): Record<AttackKind, fc.Arbitrary<Omit<Attack, 'kind'>>> {
  const session = fc.constantFrom('', ...world.cookies)
  const request = ({ method, target, headers = {}, body }: Request): string => {
    const own = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body, 'latin1')) }
    const all = { host: world.host, connection: 'close', origin: world.origin, ...own, ...headers }
    const lines = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]))
    return [`${method} ${target} HTTP/1.1`, ...lines, '', body ?? ''].join(CRLF)
  }
  const whole = (text: string) => ({ parts: [text] })
  const signedInTo = (target: string, cookie: string) => (NEVER_SIGNED_IN.test(target) ? '' : cookie)

  const call = fc.constantFrom(...routes).chain(({ method, path, call: { query, body } }) =>
    fc
      .record({
        segments: fc.array(fc.oneof(hostileSegment, fc.constantFrom(...world.ids)), { minLength: 3, maxLength: 3 }),
        query: hostileQuery(fieldsOf(query)),
        body: hostileBody(fieldsOf(body)),
        headers: hostileHeaders,
        cookie: session,
      })
      .map((made) => {
        let position = 0
        const filled = path.replace(/:\w+/g, () => made.segments[position++] ?? 'x')
        const type = made.body.contentType
        return request({
          method,
          target: made.query === '' ? filled : `${filled}?${made.query}`,
          headers: {
            cookie: signedInTo(path, made.cookie),
            ...(type === undefined ? {} : { 'content-type': type }),
            ...made.headers,
          },
          ...(method === 'GET' ? {} : { body: latin1(made.body.payload) }),
        })
      }),
  )
  const post = (headers: Record<string, string>, body: string) =>
    fc
      .tuple(
        fc.constantFrom(...routes.filter(({ method }) => method !== 'GET')),
        session,
        fc.constantFrom(...world.ids),
      )
      .map(([{ method, path }, cookie, id]) =>
        request({
          method,
          target: path.replace(/:\w+/g, id),
          headers: { cookie: signedInTo(path, cookie), 'content-type': 'application/json', ...headers },
          body,
        }),
      )
  const get = fc.tuple(
    fc.constantFrom('/', '/api/config', '/api/auth/user', '/api/leaderboard', `/user/${world.ids[0]}`),
    session,
  )

  return {
    calls: call.map(whole),
    ids: fc
      .tuple(
        fc.constantFrom(...withIds),
        fc.array(anyId(world), { minLength: 4, maxLength: 4 }),
        session,
        fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'DELETE'),
      )
      .map(([path, ids, cookie, method]) => {
        let position = 0
        const target = path.replace(/:\w+/g, () => ids[position++] ?? 'x')
        return whole(request({ method, target, headers: { cookie: signedInTo(path, cookie) } }))
      }),
    paths: fc
      .tuple(
        weirdPath,
        session,
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'PATCH', 'TRACE', 'BREW'),
        fc.constantFrom(world.host, 'other.test', '', '[', 'a b'),
      )
      .map(([target, cookie, method, host]) =>
        whole(request({ method, target: latin1(target), headers: { cookie, host } })),
      ),
    json: oddJson.chain((text) => post({}, latin1(text))).map(whole),
    encodings: fc
      .tuple(
        fc.constantFrom(
          'application/json; charset=utf-16',
          'application/json;charset=nonsense',
          'application/json;',
          'APPLICATION/JSON',
          'application/json, text/plain',
          'text/json',
          '',
          ';',
          'multipart/form-data',
          'multipart/form-data; boundary=',
          'multipart/form-data; boundary=x',
          'application/vnd.api+json',
          'a/b'.repeat(500),
        ),
        fc.constantFrom('', 'gzip', 'br', 'deflate', 'identity', 'nonsense', 'gzip, gzip'),
        fc.oneof(
          fc.constantFrom(
            '{"username":"\xff\xfe"}',
            '\xff\xfe{\x00}\x00',
            '\xc0\x80',
            '{"username":"\xed\xa0\x80"}',
            '\x1f\x8b\x08\x00garbage',
            '--x\r\ncontent-disposition: form-data; name="image"; filename="\x00"\r\n\r\nx\r\n--x--',
            '--x\r\n\r\n',
            '--x',
          ),
          fc.string({ unit: 'binary-ascii', maxLength: 300 }),
        ),
      )
      .chain(([type, encoding, body]) => post({ 'content-type': type, 'content-encoding': encoding }, body))
      .map(whole),
    headers: fc
      .tuple(
        get,
        fc.oneof(
          fc.nat(3_000).map((many) => Array.from({ length: many }, (_, i) => `x-${i}: y`)),
          fc.nat(40_000).map((length) => [`x-long: ${'y'.repeat(length)}`]),
          fc
            .nat(400)
            .map((many) => [`cookie: ${Array.from({ length: many }, (_, i) => `c${i}=%${i % 16}`).join('; ')}`]),
          fc.constantFrom(
            ['content-length: 5', 'content-length: 6'],
            ['content-length: -1'],
            ['content-length: 1e3'],
            ['transfer-encoding: chunked', 'content-length: 3'],
            ['transfer-encoding: gzip'],
            ['expect: 100-continue'],
            ['expect: nonsense'],
            ['upgrade: websocket', 'connection: upgrade'],
            ['connection: upgrade, HTTP2-Settings', 'upgrade: h2c', 'HTTP2-Settings: x'],
            ['host: a', 'host: b'],
            ['x: \x00'],
            [': y'],
            ['x y: z'],
            [' folded: x'],
            ['x: a\r\n b'],
            ['origin: '],
            ['authorization: Basic %%%'],
            ['range: bytes=0-0,-1,5-2'],
            ['if-modified-since: never'],
            ['if-none-match: "'],
            ['accept: \x7f'],
            ['accept-encoding: *;q=2'],
            ['last-event-id: \xff'],
            ['x-forwarded-for: ::1, "'],
            ['forwarded: for="_x'],
            ['idempotency-key: \xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9'],
          ),
        ),
      )
      .map(([[target, cookie], lines]) =>
        whole(
          [
            `GET ${target} HTTP/1.1`,
            `host: ${world.host}`,
            'connection: close',
            ...(cookie ? [`cookie: ${cookie}`] : []),
            ...lines,
            '',
            '',
          ].join(CRLF),
        ),
      ),
    http: fc
      .oneof(
        fc.constantFrom(
          '\r\n\r\n',
          'GET\r\n\r\n',
          'GET / HTTP/9.9\r\n\r\n',
          'GET / HTTP/0.9\r\n\r\n',
          'GET /\r\n\r\n',
          'get / http/1.1\r\n\r\n',
          'GET  / HTTP/1.1\r\n\r\n',
          'GET / HTTP/1.1\n\n',
          'GET / HTTP/1.0\r\n\r\n',
          'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
          '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
          'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n',
          'OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n',
          `POST /api/auth/logout HTTP/1.1\r\nhost: ${world.host}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
          `POST / HTTP/1.1\r\nhost: ${world.host}\r\ntransfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n`,
          `POST / HTTP/1.1\r\nhost: ${world.host}\r\ntransfer-encoding: chunked\r\n\r\n5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
          `GET / HTTP/1.1\r\nhost: ${world.host}\r\n\r\nGET /\\ HTTP/1.1\r\nhost: ${world.host}\r\nconnection: close\r\n\r\n`,
        ),
        fc.string({ unit: 'binary-ascii', maxLength: 120 }).map((text) => `${text}\r\n\r\n`),
        fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
        fc.tuple(call, fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
          const position = at % Math.min(text.length, 200)
          return `${text.slice(0, position)}${String.fromCharCode(byte)}${text.slice(position + 1)}`
        }),
      )
      .map((text) => ({ parts: [text], leaves: 'ends' as const })),
    slow: fc.tuple(call, fc.integer({ min: 2, max: 12 }), fc.boolean()).map(([text, pieces, leaves]) => {
      const size = Math.ceil(text.length / pieces)
      const parts = Array.from({ length: pieces }, (_, i) => text.slice(i * size, (i + 1) * size)).filter(
        (part) => part !== '',
      )
      return leaves ? { parts: parts.slice(0, -1), leaves: 'breaks' as const } : { parts }
    }),
  }
}

interface Request {
  method: string
  target: string
  headers?: Record<string, string>
  body?: string
}

/** Generates attacks of alternating kinds, deterministic by seed. */
export function makeAttacks(world: FuzzWorld, { count, seed }: { count: number; seed: number }): Attack[] {
  const kinds = Object.keys(ATTACK_KINDS) as AttackKind[]
  const arbitraries = attacksOn(world)
  const each = Math.ceil(count / kinds.length)
  const byKind = kinds.map((kind) =>
    fc.sample(arbitraries[kind], { numRuns: each, seed }).map((one) => ({ kind, ...one })),
  )
  return Array.from({ length: each * kinds.length }, (_, i) => byKind[i % kinds.length]?.[Math.floor(i / kinds.length)])
    .filter((one) => one !== undefined)
    .slice(0, count)
}
