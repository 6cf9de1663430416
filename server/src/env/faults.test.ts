import { describe, expect, it } from 'vitest'
import { faults, ONLINE, readLocal } from '../../../tests/server/online-env.ts'
import { MOCK_FEED } from './faults.ts'

describe('off local, outgoing connections are encrypted and verified', () => {
  const online = (env: Record<string, string>) => faults({ ...ONLINE, ...env })
  const database = (query: string, host = 'db.example') => `postgres://aura:secret@${host}/aura${query}`

  it.each([
    'https://one.example',
    'http://127.0.0.1:8545',
    'http://127.1.2.3',
    'http://localhost:8545, https://one.example',
    'http://[::1]:8545',
  ])('nodes may be %s', (RPC_URLS) => expect(online({ RPC_URLS })).toEqual([]))

  it.each([
    ['http://one.example', 'one.example'],
    ['https://one.example, http://10.0.0.7:8545', '10.0.0.7:8545'],
    ['http://localhost.example', 'localhost.example'],
    ['http://127.0.0.1.example http://two.example', '127.0.0.1.example and two.example'],
    ['http://[::2]', '[::2]'],
  ])('nodes at %s are refused, by their names', (RPC_URLS, named) => {
    const [fault, ...others] = online({ RPC_URLS })
    expect([fault, others]).toEqual([expect.stringMatching(/^RPC_URLS: CHAIN=base-sepolia needs https nodes/), []])
    expect(fault).toContain(`; not encrypted: ${named}`)
  })

  it.each([
    database('?sslmode=verify-full'),
    database('?sslmode=verify-full', 'db.example:6432'),
    database('?ssl=true'),
    database('?uselibpqcompat=true&sslmode=verify-full'),
    database('', '127.0.0.1:5432'),
    database('', 'localhost'),
    database('?sslmode=disable', '[::1]'),
    database('?host=/var/run/postgresql'),
    'postgres://%2Fvar%2Frun%2Fpostgresql/aura',
  ])('the database may be %s', (DATABASE_URL) => expect(online({ DATABASE_URL })).toEqual([]))

  it.each([
    [database(''), 'is not encrypted'],
    [database('?sslmode=disable'), 'is not encrypted'],
    [database('?sslmode=verify-full&sslmode=disable'), 'is not encrypted'],
    [database('?ssl=0'), 'is not encrypted'],
    [database('', '10.0.0.7'), 'is not encrypted'],
    [database('?host=db.example', 'localhost'), 'is not encrypted'],
    [database('?sslmode=no-verify'), "doesn't verify"],
    [database('?ssl=no-verify'), "doesn't verify"],
    [database('?uselibpqcompat=true&sslmode=require'), "doesn't verify"],
    [database('?sslmode=verify-full&sslrootcert=/no/such/file.pem'), 'no such file'],
  ])('the database at %s is refused, with the reason', (DATABASE_URL, reason) => {
    const [fault, ...others] = online({ DATABASE_URL })
    expect([fault, others]).toEqual([
      expect.stringMatching(/^DATABASE_URL: CHAIN=base-sepolia needs an encrypted, verified/),
      [],
    ])
    expect(fault).toContain(reason)
    expect(fault).not.toContain('secret')
    expect(faults({ DATABASE_URL })).toEqual([])
  })

  it('the address without the pooler is held to the same', () => {
    const direct = database('?sslmode=verify-full', 'primary.example')
    expect(online({ DATABASE_DIRECT_URL: direct })).toEqual([])
    expect(readLocal({ ...ONLINE, DATABASE_DIRECT_URL: direct }).databaseDirectUrl).toBe(direct)
    expect(online({ DATABASE_DIRECT_URL: database('', 'primary.example') })).toEqual([
      expect.stringMatching(/^DATABASE_DIRECT_URL: CHAIN=base-sepolia needs an encrypted, verified/),
    ])
  })

  it('NATS is encrypted, except on loopback', () => {
    expect(online({ NATS_URL: 'tls://u:p@nats.example:4222, nats://127.0.0.1:4222' })).toEqual([])
    expect(readLocal({ ...ONLINE, NATS_URL: 'tls://a.example,tls://b.example' }).natsUrls).toHaveLength(2)
    expect(online({ NATS_URL: 'nats://nats.example:4222' })).toEqual([
      'NATS_URL: CHAIN=base-sepolia needs tls:// addresses, except on loopback; not encrypted: nats.example:4222',
    ])
    expect(faults({ NATS_URL: 'nats://nats.example:4222' })).toEqual([])
    expect(faults({ NATS_URL: 'http://nats.example' })).toEqual([
      'NATS_URL: must be nats:// or tls:// addresses, separated by commas',
    ])
  })

  it('the collector of traces is contacted over https, except on loopback', () => {
    for (const url of ['https://collector.example:4318', 'http://127.0.0.1:4318']) {
      expect(online({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toEqual([])
    }
    for (const url of ['http://collector.internal:4318', 'http://10.0.0.7:4318']) {
      expect(online({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toEqual([
        'OTEL_EXPORTER_OTLP_ENDPOINT: CHAIN=base-sepolia needs an https address, except on loopback',
      ])
      expect(faults({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toEqual([])
    }
  })

  it('the image store and X are contacted over https only', () => {
    const store = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    const named = ['S3_BUCKET_URL', 'X_AUTHORIZE_URL', 'X_TOKEN_URL', 'X_USER_URL', 'X_POST_URL', 'X_IMAGE_ORIGIN']
    for (const name of named) {
      const more = name === 'S3_BUCKET_URL' ? store : {}
      expect(online({ ...more, [name]: 'http://one.example/x' })).toEqual([
        `${name}: CHAIN=base-sepolia needs an https address`,
      ])
    }
  })

  it('no environment variable turns verification off', () => {
    expect(online({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
      expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED: \w/),
    ])
    expect(faults({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([])
  })
})

it.each([{}, ONLINE])('a server needs a PostgreSQL server everywhere', (env) => {
  expect(faults({ ...env, DATABASE_URL: '' })).toEqual([
    'DATABASE_URL: name a PostgreSQL server, as postgres://user:password@host:5432/name',
  ])
})

describe('on local', () => {
  it.each(['0.0.0.0', '::', '192.168.0.4', 'aura.example'])(
    'listening on %s is refused: keys are published there [access.boot-loopback]',
    (host) => {
      expect(faults({ HOST: host })).toEqual([expect.stringMatching(/^HOST: CHAIN=local/)])
    },
  )

  it.each(['127.0.0.1', '::1', 'localhost'])('listening on %s is fine', (host) => {
    expect(readLocal({ HOST: host }).host).toBe(host)
  })
})

describe.each(['base-sepolia', 'base'])('on %s', (chain) => {
  const online = { ...ONLINE, CHAIN: chain }

  it('starts with the required settings, reachable from outside, without local-only features [access.boot-faucet]', () => {
    expect(readLocal(online)).toMatchObject({
      chain: { kind: chain },
      host: '0.0.0.0',
      demoData: false,
      settings: { demoWallet: false, localRpcUrl: null },
    })
  })

  it('needs nine settings, and names all that are missing', () => {
    const named = faults({ CHAIN: chain, DATABASE_URL: '' }).map((line) => line.split(':')[0])
    expect(named.sort()).toEqual([
      'DATABASE_URL',
      'HASH_KEY',
      'METRICS_TOKEN',
      'PUBLIC_URL',
      'RPC_URLS',
      'START_BLOCK',
      'STEEZE_CONTRACT',
      'STEEZE_SIGNER_KEY',
      'VOUCH_CONTRACT',
    ])
  })

  it('refuses a published key for signing withdrawals', () => {
    const published = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    expect(faults({ ...online, STEEZE_SIGNER_KEY: published })).toEqual([
      expect.stringMatching(/^STEEZE_SIGNER_KEY: .*published/),
    ])
    expect(readLocal({ STEEZE_SIGNER_KEY: published }).secrets.signerKey).toBe(published)
  })

  it('refuses a published key for the relay, and the key that signs withdrawals', () => {
    const published = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    expect(faults({ ...online, RELAY_KEY: published })).toEqual([expect.stringMatching(/^RELAY_KEY: .*published/)])
    expect(readLocal({ RELAY_KEY: published }).secrets.relayKey).toBe(published)
    const signer = online.STEEZE_SIGNER_KEY
    expect(faults({ ...online, RELAY_KEY: signer })).toEqual([expect.stringMatching(/^RELAY_KEY: use another key/)])
  })

  it('refuses the mock feed of the local chain, in any case of its address [access.boot-mock-feed]', () => {
    const refused = [expect.stringMatching(/^ETH_USD_FEED: .*mock feed/)]
    const mockFeed = `0x${MOCK_FEED.slice(2).toUpperCase()}`
    expect(faults({ ...online, ETH_USD_FEED: mockFeed })).toEqual(refused)
    expect(readLocal({ ETH_USD_FEED: mockFeed }).settings.ethUsdFeed).toBe(MOCK_FEED)
  })

  it('refuses the published hash key [access.boot-published-key]', () => {
    const published = readLocal().settings.hashKey
    expect(faults({ ...online, HASH_KEY: published })).toEqual([expect.stringMatching(/^HASH_KEY: .*its own secret/)])
  })

  it('refuses demo data [access.boot-demo-data]', () => {
    expect(faults({ ...online, DEMO_DATA: 'on' })).toEqual([expect.stringMatching(/^DEMO_DATA: .*demo data/)])
    expect(readLocal({ ...online, DEMO_DATA: 'off' }).demoData).toBe(false)
  })

  it('refuses the X sandbox [access.boot-sandbox-x]', () => {
    expect(faults({ ...online, X_SANDBOX_URL: 'http://localhost:3100' })).toEqual([
      expect.stringMatching(/^X_SANDBOX_URL: /),
    ])
    expect(readLocal(online).settings.x).toBeNull()
    expect(readLocal({ ...online, X_CLIENT_ID: 'id', X_CLIENT_SECRET: 's' }).settings.x).toMatchObject({
      clientId: 'id',
    })
  })

  it('refuses a public address without https', () => {
    expect(faults({ ...online, PUBLIC_URL: 'http://aura.example' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL: .*https/),
    ])
  })
})
