import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { faults, LOCAL, ONLINE, readLocal } from '../../../tests/server/online-env.ts'
import { takeSecret } from './env.ts'
import { Environment } from './environment.ts'

const root = join(import.meta.dirname, '../../..')

describe('the defaults', () => {
  const { settings, ...config } = readLocal()

  it('are a server for this machine alone', () => {
    expect(config).toEqual({
      chain: { kind: 'local', rpcUrls: [], confirmationSeconds: 0, contracts: null, startBlock: 0 },
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: LOCAL.DATABASE_URL,
      databaseDirectUrl: null,
      databasePoolSize: 16,
      natsUrls: [],
      drainMs: 0,
      dataDir: resolve('.data'),
      store: null,
      tracing: null,
      push: { keys: null, subject: 'mailto:nobody@localhost' },
      secrets: { signerKey: null, relayKey: null },
      extraCaCerts: null,
      logLevel: 'info',
      demoData: true,
    })
    expect(settings).toEqual({
      origin: 'http://localhost:3000',
      betaAccess: 'open',
      hashKey: expect.stringMatching(/^.{32,}$/),
      previousHashKeys: [],
      demoWallet: true,
      demoBattle: { startsInMinutes: 2, minutes: 3 },
      walletConnectProjectId: null,
      x: null,
      providers: [],
      twitchChatUrl: null,
      kickApiUrl: null,
      localRpcUrl: null,
      links: { docs: null, x: null, chat: null },
      adminWallets: [],
      streamHosts: [],
      trustSeeds: ['0xe0b726ec10dce48a8025e5c9707365600bf157b7', '0x02bdbe10ab2185febaeaffd08b9b8f8e92367c78'],
      redeemMaturingMs: 0,
      redeemReviewAbove: 500,
      abandonedHost: null,
      relatedOrigins: [],
      accountFactory: null,
      ethUsdFeed: null,
      metricsToken: null,
      webDir: settings.webDir,
      lessonsDir: join(root, 'content/lessons'),
      glossaryDir: join(root, 'content/glossary'),
      trustProxy: false,
    })
    expect([null, join(root, 'web/dist')]).toContain(settings.webDir)
  })

  it('apply to empty settings', () => {
    const empty = Object.fromEntries(Object.keys(Environment.shape).map((key) => [key, '']))
    expect(readLocal({ ...empty, ...LOCAL })).toEqual({ settings, ...config })
  })

  it('ignore variables that are not settings', () => {
    expect(readLocal({ PATH: '/bin', CHAINS: 'base' })).toEqual({ settings, ...config })
  })

  it('admit everybody on local, and only whitelisted wallets elsewhere', () => {
    expect(readLocal().settings.betaAccess).toBe('open')
    expect(readLocal(ONLINE).settings.betaAccess).toBe('closed')
    expect(readLocal({ ...ONLINE, CHAIN: 'base' }).settings.betaAccess).toBe('closed')
    expect(readLocal({ BETA_ACCESS: 'closed' }).settings.betaAccess).toBe('closed')
    expect(readLocal({ ...ONLINE, BETA_ACCESS: 'open' }).settings.betaAccess).toBe('open')
  })
})

describe('a setting', () => {
  it('is parsed', () => {
    const config = readLocal({
      ...ONLINE,
      CHAIN: 'base',
      HOST: '10.0.0.5',
      PORT: '8080',
      PUBLIC_URL: 'https://aura.example:8443/',
      DATA_DIR: '/var/lib/aura',
      DATABASE_POOL_SIZE: '40',
      DRAIN_SECONDS: '10',
      ADMIN_WALLETS: `0x${'A'.repeat(40)}, 0x${'b'.repeat(40)}`,
      TRUST_PROXY: '10.0.0.0/8, ::1',
      LOG_LEVEL: 'warn',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.internal:4318',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
      WALLETCONNECT_PROJECT_ID: 'c0ffee'.padEnd(32, '0'),
      DOCS_URL: 'https://docs.example/aura',
      X_URL: 'https://x.example/aura',
      CHAT_URL: 'https://chat.example',
    })
    expect(config).toMatchObject({
      chain: {
        kind: 'base',
        rpcUrls: ['https://one.example', 'https://two.example'],
        confirmationSeconds: 24,
        contracts: {
          vouch: `0x${'ab'.repeat(20)}`,
          steeze: `0x${'cd'.repeat(20)}`,
          usdc: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        },
        startBlock: 7,
      },
      host: '10.0.0.5',
      port: 8080,
      databaseUrl: ONLINE.DATABASE_URL,
      databaseDirectUrl: null,
      databasePoolSize: 40,
      drainMs: 10_000,
      dataDir: '/var/lib/aura',
      secrets: { signerKey: ONLINE.STEEZE_SIGNER_KEY },
      extraCaCerts: null,
      logLevel: 'warn',
      tracing: { endpoint: 'https://collector.internal:4318', share: 0.05 },
      demoData: false,
    })
    expect(config.settings).toMatchObject({
      origin: 'https://aura.example:8443',
      hashKey: ONLINE.HASH_KEY,
      demoWallet: false,
      demoBattle: null,
      localRpcUrl: null,
      links: { docs: 'https://docs.example/aura', x: 'https://x.example/aura', chat: 'https://chat.example' },
      adminWallets: [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`],
      walletConnectProjectId: 'c0ffee'.padEnd(32, '0'),
      ethUsdFeed: '0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70',
      metricsToken: ONLINE.METRICS_TOKEN,
      trustProxy: '10.0.0.0/8, ::1',
    })
  })

  it.each([
    ['PORT', '0'],
    ['PORT', '32768'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:password@collector.example'],
    ['PUBLIC_URL', 'ftp://aura.example'],
    ['DATABASE_URL', 'mysql://db.example/aura'],
    ['RPC_URLS', 'https://one.example, ws://two.example'],
    ['USDC_TOKEN', `0x${'g'.repeat(40)}`],
    ['STEEZE_SIGNER_KEY', `0x${'a'.repeat(63)}`],
    ['ADMIN_WALLETS', `0x${'a'.repeat(40)},everybody`],
    ['HASH_KEY', 'short'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,proxy.example'],
    ['WALLETCONNECT_PROJECT_ID', 'g'.repeat(32)],
    ['DOCS_URL', 'http://docs.example'],
    ['X_URL', 'javascript:alert(1)'],
    ['X_SCOPES', 'a,b'],
    ['X_TOKEN_KEY', '0'.repeat(64)],
    ['X_TOKEN_KEY', 'aBcd'.repeat(16)],
    ['X_TOKEN_KEYS_PREVIOUS', `${'0123456789abcdef'.repeat(4)},short`],
    ['HASH_KEY', 'x'.repeat(32)],
    ['HASH_KEY', 'secret'.repeat(6)],
    ['METRICS_TOKEN', 'x'.repeat(16)],
    ['STEEZE_SIGNER_KEY', `0x${'7'.repeat(64)}`],
  ])('%s is refused by its name, with a reason: %s', (name, value) => {
    const [fault = '', ...others] = faults({ [name]: value })
    expect(fault).toMatch(new RegExp(`^${name}: \\w.{8,}`))
    expect(others).toEqual([])
  })

  it.each(['127.0.0.1', '::1', 'loopback', '10.1.2.3, 192.168.0.0/16', 'fd00::/8,uniquelocal'])(
    'TRUST_PROXY takes %s',
    (value) => {
      expect(readLocal({ TRUST_PROXY: value }).settings.trustProxy).toBe(value)
    },
  )

  it('that is invalid does not hide the others: all are named', () => {
    const named = faults({ PORT: 'x', LOG_LEVEL: 'loud', HASH_KEY: 'short', DOCS_URL: 'x' })
    expect(named.map((line) => line.split(':')[0])).toEqual(['PORT', 'HASH_KEY', 'LOG_LEVEL', 'DOCS_URL'])
  })

  it.each(['mainnet', 'BASE', 'ethereum', 'base '])('CHAIN=%s is refused [access.chain-unknown]', (chain) => {
    expect(faults({ ...ONLINE, CHAIN: chain })).toEqual([expect.stringMatching(/^CHAIN: .*local.*base-sepolia.*base/)])
  })
})

it.each(['S3_BUCKET_URL', 'X_TOKEN_URL', 'X_IMAGE_ORIGIN', 'X_SANDBOX_URL'])(
  '%s is refused with a user or password in it, which no request could carry',
  (name) => {
    const store = name === 'S3_BUCKET_URL' ? { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' } : {}
    expect(faults({ ...store, [name]: 'http://me:secret@127.0.0.1/x' })).toEqual([
      `${name}: must not contain a user or password`,
    ])
  },
)

it('STREAM_HOSTS names hosts with their kind, and this machine on local only [battles.stream-address]', () => {
  const hosts = 'hls:live.example.org, owncast:TV.example.org'
  expect(readLocal({ STREAM_HOSTS: `${hosts},hls:127.0.0.1:3100` }).settings.streamHosts).toEqual([
    { kind: 'hls', host: 'live.example.org' },
    { kind: 'owncast', host: 'tv.example.org' },
    { kind: 'hls', host: '127.0.0.1:3100' },
  ])
  for (const wrong of [
    'live.example.org',
    'hls:https://live.example.org',
    'hls:twitch.tv',
    `${hosts},`.replace('hls:', ''),
  ])
    expect(faults({ STREAM_HOSTS: wrong })).toEqual([expect.stringMatching(/^STREAM_HOSTS: must be hosts such as/)])
  expect(faults({ ...ONLINE, STREAM_HOSTS: hosts })).toEqual([])
  expect(faults({ ...ONLINE, STREAM_HOSTS: 'hls:localhost:3100' })).toEqual([expect.stringMatching(/^STREAM_HOSTS: /)])
})

describe('.env.example', () => {
  const text = readFileSync(join(root, '.env.example'), 'utf8')
  const example = parseEnv(text) as Record<string, string>

  it('has every setting, in the order of the schema', () => {
    const keys = [...text.matchAll(/^([^#\n]+?)=/gm)].map(([, key]) => key)
    expect(keys).toEqual(Object.keys(Environment.shape))
  })

  it('explains each in the line before it', () => {
    for (const key of Object.keys(example)) expect(text).toMatch(new RegExp(`^# .{20,}\\n${key}=`, 'm'))
  })

  it('holds the defaults', () => {
    expect(readLocal({ ...example, ...LOCAL })).toEqual(readLocal())
    const known = Object.entries(Environment.parse({})).filter(([, value]) => value !== undefined && value !== '')
    for (const [key, value] of known) expect(example[key]).toBe(String(value))
  })
})

it('returns the signing key once and keeps no copy', () => {
  const env: Record<string, string> = { ...ONLINE }
  const config = readLocal(env)
  expect(takeSecret(config, 'signerKey', env)).toBe(ONLINE.STEEZE_SIGNER_KEY)
  expect([
    takeSecret(config, 'signerKey', env),
    JSON.stringify([config, env]).includes(ONLINE.STEEZE_SIGNER_KEY),
  ]).toEqual([null, false])
})
