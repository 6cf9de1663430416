import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { BadSetting, Environment, MOCK_FEED, readEnv, takeSecret } from './env.ts'
import { rpcChain } from './platform/chain/rpc-chain.ts'

const root = join(import.meta.dirname, '../..')

const ONLINE = {
  CHAIN: 'base-sepolia',
  HASH_KEY: 'a secret of more than thirty-two characters',
  DATABASE_URL: 'postgres://aura:secret@db.example/aura?sslmode=verify-full',
  PUBLIC_URL: 'https://aura.example',
  METRICS_TOKEN: 'a token of the operator',
  RPC_URLS: 'https://one.example, https://two.example',
  VOUCH_CONTRACT: `0x${'Ab'.repeat(20)}`,
  STEEZE_CONTRACT: `0x${'Cd'.repeat(20)}`,
  START_BLOCK: '7',
  STEEZE_SIGNER_KEY: `0x${'7654321089abcdef'.repeat(4)}`,
}

function faults(env: Record<string, string>): string[] {
  try {
    readEnv(env)
    return []
  } catch (error) {
    if (error instanceof BadSetting) return error.message.split('\n')
    throw error
  }
}

describe('the defaults', () => {
  const { settings, ...config } = readEnv({})

  it('are a server for this machine alone [access.const-chain-default]', () => {
    expect(config).toEqual({
      chain: { kind: 'local', rpcUrls: [], confirmations: 1, contracts: null, startBlock: 0 },
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      databaseDirectUrl: null,
      databasePoolSize: 16,
      drainMs: 0,
      dataDir: resolve('.data'),
      store: null,
      tracing: null,
      push: { keys: null, subject: 'mailto:nobody@localhost' },
      secrets: { signerKey: null },
      extraCaCerts: null,
      logLevel: 'info',
      demoData: true,
    })
    expect(settings).toEqual({
      origin: 'http://localhost:3000',
      betaAccess: 'open',
      invitesPerMember: 5,
      hashKey: expect.stringMatching(/^.{32,}$/),
      previousHashKeys: [],
      demoWallet: true,
      demoBattle: { startsInMinutes: 2, minutes: 3 },
      walletConnectProjectId: null,
      x: null,
      localRpcUrl: null,
      links: { docs: null, x: null, chat: null },
      adminWallets: [],
      trustSeeds: ['0xe0b726ec10dce48a8025e5c9707365600bf157b7', '0x02bdbe10ab2185febaeaffd08b9b8f8e92367c78'],
      redeemMaturingMs: 0,
      redeemReviewAbove: 500,
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
    expect(readEnv(empty)).toEqual({ settings, ...config })
  })

  it('ignore variables that are not settings', () => {
    expect(readEnv({ PATH: '/bin', CHAINS: 'base' })).toEqual({ settings, ...config })
  })

  it('admit everybody on local, and only whitelisted wallets elsewhere [access.const-beta-default]', () => {
    expect(readEnv({}).settings.betaAccess).toBe('open')
    expect(readEnv(ONLINE).settings.betaAccess).toBe('closed')
    expect(readEnv({ ...ONLINE, CHAIN: 'base' }).settings.betaAccess).toBe('closed')
    expect(readEnv({ BETA_ACCESS: 'closed' }).settings.betaAccess).toBe('closed')
    expect(readEnv({ ...ONLINE, BETA_ACCESS: 'open' }).settings.betaAccess).toBe('open')
  })
})

it('has an ETH price feed on base only, unless one is configured [profile.const-feed-default]', () => {
  expect(readEnv(ONLINE).settings.ethUsdFeed).toBeNull()
  expect(readEnv({ ...ONLINE, CHAIN: 'base' }).settings.ethUsdFeed).toBe('0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70')
  expect(readEnv({ ...ONLINE, ETH_USD_FEED: `0x${'F'.repeat(40)}` }).settings.ethUsdFeed).toBe(`0x${'f'.repeat(40)}`)
})

it('lets earned Steeze mature for three days off local, unless configured [steeze.const-maturing]', () => {
  const hours = (env: Record<string, string>) => readEnv(env).settings.redeemMaturingMs / 3_600_000
  expect([hours({}), hours(ONLINE), hours({ ...ONLINE, REDEEM_MATURING_HOURS: '0' })]).toEqual([0, 72, 0])
  expect(hours({ REDEEM_MATURING_HOURS: '5' })).toBe(5)
})

describe('a setting', () => {
  it('is parsed [frame.const-usdc-base] [frame.const-feed-base]', () => {
    const config = readEnv({
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
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.internal:4318',
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
        confirmations: 12,
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
      tracing: { endpoint: 'http://collector.internal:4318', share: 0.05 },
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
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['DATABASE_POOL_SIZE', '1'],
    ['DATABASE_POOL_SIZE', '201'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '61'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:password@collector.example'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
    ['OTEL_TRACES_SAMPLER_ARG', '-0.1'],
    ['PUBLIC_URL', 'aura.example'],
    ['PUBLIC_URL', 'ftp://aura.example'],
    ['DATABASE_URL', 'mysql://db.example/aura'],
    ['DATABASE_URL', 'db.example'],
    ['DEMO_DATA', 'maybe'],
    ['BETA_ACCESS', 'ajar'],
    ['RPC_URLS', 'https://one.example, ws://two.example'],
    ['VOUCH_CONTRACT', '0x123'],
    ['STEEZE_CONTRACT', 'the usual one'],
    ['ETH_USD_FEED', 'chainlink'],
    ['USDC_TOKEN', `0x${'g'.repeat(40)}`],
    ['EXPLORER_URL', 'explorer.example'],
    ['START_BLOCK', '-1'],
    ['CONFIRMATIONS', '0'],
    ['STEEZE_SIGNER_KEY', `0x${'a'.repeat(63)}`],
    ['ADMIN_WALLETS', '0x123'],
    ['ADMIN_WALLETS', `0x${'a'.repeat(40)},everybody`],
    ['HASH_KEY', 'short'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,proxy.example'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_TOKEN', 'short'],
    ['WALLETCONNECT_PROJECT_ID', 'c0ffee'],
    ['WALLETCONNECT_PROJECT_ID', 'g'.repeat(32)],
    ['DOCS_URL', 'http://docs.example'],
    ['X_URL', 'javascript:alert(1)'],
    ['CHAT_URL', 'chat'],
    ['X_AUTHORIZE_URL', 'x.com'],
    ['X_SCOPES', 'a,b'],
    ['X_POSTING', 'maybe'],
    ['X_TOKEN_KEY', 'short'],
    ['X_TOKEN_KEY', '0'.repeat(64)],
    ['X_TOKEN_KEY', 'aBcd'.repeat(16)],
    ['X_TOKEN_KEYS_PREVIOUS', `${'0123456789abcdef'.repeat(4)},short`],
    ['HASH_KEY', 'x'.repeat(32)],
    ['HASH_KEY', 'secret'.repeat(6)],
    ['HASH_KEYS_PREVIOUS', 'short'],
    ['METRICS_TOKEN', 'x'.repeat(16)],
    ['STEEZE_SIGNER_KEY', `0x${'7'.repeat(64)}`],
    ['X_SANDBOX_URL', 'sandbox'],
  ])('%s is refused by its name, with a reason: %s', (name, value) => {
    const [fault = '', ...others] = faults({ [name]: value })
    expect(fault).toMatch(new RegExp(`^${name}: \\w.{8,}`))
    expect(others).toEqual([])
  })

  it.each(['127.0.0.1', '::1', 'loopback', '10.1.2.3, 192.168.0.0/16', 'fd00::/8,uniquelocal'])(
    'TRUST_PROXY takes %s',
    (value) => {
      expect(readEnv({ TRUST_PROXY: value }).settings.trustProxy).toBe(value)
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

describe('the depth a block needs', () => {
  const depth = (env: Record<string, string>) => readEnv(env).chain.confirmations

  it('is 1 on local [steeze.const-depth-local]', () => expect(depth({})).toBe(1))
  it('is 5 on base-sepolia [steeze.const-depth-base-sepolia]', () => expect(depth(ONLINE)).toBe(5))
  it('is 12 on base [steeze.const-depth-base]', () => expect(depth({ ...ONLINE, CHAIN: 'base' })).toBe(12))
  it('can be set', () => expect(depth({ ...ONLINE, CONFIRMATIONS: '30' })).toBe(30))
})

describe('the contracts', () => {
  const own = { VOUCH_CONTRACT: `0x${'1'.repeat(40)}`, STEEZE_CONTRACT: `0x${'2'.repeat(40)}` }

  it('are absent on local until all three are named', () => {
    expect(readEnv(own).chain.contracts).toBeNull()
    expect(readEnv({ ...own, USDC_TOKEN: `0x${'3'.repeat(40)}` }).chain.contracts?.usdc).toBe(`0x${'3'.repeat(40)}`)
  })

  it('use the USDC of their network [frame.const-usdc-base-sepolia]', () => {
    expect(readEnv(ONLINE).chain.contracts?.usdc).toBe('0x036cbd53842c5426634e7929541ec2318f3dcf7e')
  })
})

describe('CHAIN', () => {
  const contracts = { VOUCH_CONTRACT: ONLINE.VOUCH_CONTRACT, STEEZE_CONTRACT: ONLINE.STEEZE_CONTRACT }
  const usdc = `0x${'Ef'.repeat(20)}`
  const chainOf = (env: Record<string, string>) => rpcChain(readEnv(env).chain)

  it('decides the network’s name, explorer and USDC [frame.chain-decides] [frame.chain-decides-explorer]', () => {
    expect(chainOf({ ...contracts, USDC_TOKEN: usdc })).toMatchObject({
      id: 31_337,
      name: 'Aura Local',
      explorerUrl: null,
      contracts: { vouch: `0x${'ab'.repeat(20)}`, steeze: `0x${'cd'.repeat(20)}`, usdc: usdc.toLowerCase() },
    })
    expect(chainOf(ONLINE)).toMatchObject({
      id: 84_532,
      name: 'Base Sepolia',
      explorerUrl: 'https://sepolia.basescan.org',
      contracts: { usdc: '0x036cbd53842c5426634e7929541ec2318f3dcf7e' },
    })
    expect(chainOf({ ...ONLINE, CHAIN: 'base' })).toMatchObject({
      id: 8_453,
      name: 'Base Mainnet',
      explorerUrl: 'https://basescan.org',
      contracts: { usdc: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' },
    })
    expect(readEnv({ RPC_URLS: 'http://127.0.0.1:8545' }).settings.localRpcUrl).toBe('http://127.0.0.1:8545')
    expect(readEnv(ONLINE).settings.localRpcUrl).toBeNull()
  })

  it.each(['local', 'base-sepolia', 'base'])(
    '%s leaves token, feed, nodes and explorer to be set [frame.chain-overrides]',
    (kind) => {
      const { chain, settings } = readEnv({
        ...ONLINE,
        CHAIN: kind,
        ...(kind === 'local' ? { DATABASE_URL: '' } : {}),
        USDC_TOKEN: usdc,
        ETH_USD_FEED: `0x${'F'.repeat(40)}`,
        RPC_URLS: 'https://mine.example',
        EXPLORER_URL: 'https://explorer.example/',
      })
      expect(chain).toMatchObject({ rpcUrls: ['https://mine.example'], contracts: { usdc: usdc.toLowerCase() } })
      expect(settings.ethUsdFeed).toBe(`0x${'f'.repeat(40)}`)
      expect(rpcChain(chain).explorerUrl).toBe('https://explorer.example')
    },
  )
})

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

  it('the address without the pooler is held to the same, and needs the other', () => {
    const direct = database('?sslmode=verify-full', 'primary.example')
    expect(online({ DATABASE_DIRECT_URL: direct })).toEqual([])
    expect(readEnv({ ...ONLINE, DATABASE_DIRECT_URL: direct }).databaseDirectUrl).toBe(direct)
    expect(online({ DATABASE_DIRECT_URL: database('', 'primary.example') })).toEqual([
      expect.stringMatching(/^DATABASE_DIRECT_URL: CHAIN=base-sepolia needs an encrypted, verified/),
    ])
    expect(faults({ DATABASE_DIRECT_URL: direct })).toEqual([
      'DATABASE_URL: required by DATABASE_DIRECT_URL, which is where it leads without a pooler',
    ])
    expect(faults({ DATABASE_URL: direct, DATABASE_DIRECT_URL: direct })).toEqual([])
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

it.each(['S3_BUCKET_URL', 'X_TOKEN_URL', 'X_IMAGE_ORIGIN', 'X_SANDBOX_URL'])(
  '%s is refused with a user or password in it, which no request could carry',
  (name) => {
    const store = name === 'S3_BUCKET_URL' ? { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' } : {}
    expect(faults({ ...store, [name]: 'http://me:secret@127.0.0.1/x' })).toEqual([
      `${name}: must not contain a user or password`,
    ])
  },
)

it('previous keys are accepted beside the newest, and there are none by default', () => {
  const [first, second] = ['a first secret of thirty-two or more characters', `${'b2'.repeat(8)}0123456789abcdef`]
  const hex = '0123456789abcdef'.repeat(4)
  const { settings } = readEnv({
    HASH_KEYS_PREVIOUS: ` ${first} , ${second}`,
    X_CLIENT_ID: 'id',
    X_POSTING: 'on',
    X_TOKEN_KEY: hex,
    X_TOKEN_KEYS_PREVIOUS: [...hex].reverse().join(''),
  })
  expect(settings.previousHashKeys).toEqual([first, second])
  expect(settings.x?.previousPostingKeys).toEqual([Buffer.from([...hex].reverse().join(''), 'hex')])
  const none = readEnv({ X_CLIENT_ID: 'id' }).settings
  expect([none.previousHashKeys, none.x?.previousPostingKeys]).toEqual([[], []])
})

describe('X', () => {
  it('is the real X if a client is configured, with or without a sandbox', () => {
    const { x } = readEnv({
      X_CLIENT_ID: 'id',
      X_CLIENT_SECRET: 'secret',
      X_SANDBOX_URL: 'http://localhost:3100',
    }).settings
    expect(x).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      authorizeUrl: 'https://x.com/i/oauth2/authorize',
      tokenUrl: 'https://api.x.com/2/oauth2/token',
      userUrl: 'https://api.x.com/2/users/me',
      postUrl: 'https://api.x.com/2/tweets',
      imageOrigin: 'https://pbs.twimg.com',
      scopes: 'users.read tweet.read',
      postingKey: null,
      previousPostingKeys: [],
    })
    expect(readEnv({ X_CLIENT_ID: 'id' }).settings.x?.clientSecret).toBeNull()
    expect(readEnv({ X_CLIENT_ID: 'id', X_TOKEN_URL: 'https://x.example/token' }).settings.x?.tokenUrl).toBe(
      'https://x.example/token',
    )
  })

  it('is the sandbox on local, by its address', () => {
    expect(readEnv({ X_SANDBOX_URL: 'http://127.0.0.1:3100' }).settings.x).toMatchObject({
      clientSecret: null,
      authorizeUrl: 'http://127.0.0.1:3100/authorize',
      tokenUrl: 'http://127.0.0.1:3100/token',
      userUrl: 'http://127.0.0.1:3100/users/me',
      postUrl: 'http://127.0.0.1:3100/tweets',
      imageOrigin: 'http://127.0.0.1:3100',
    })
    expect(faults({ X_SANDBOX_URL: 'http://sandbox.example' })).toEqual([expect.stringMatching(/^X_SANDBOX_URL: /)])
  })

  it('enables posting with a key, and requests the scope', () => {
    expect(faults({ X_CLIENT_ID: 'id', X_POSTING: 'on' })).toEqual([expect.stringMatching(/^X_TOKEN_KEY: /)])
    const posting = { X_CLIENT_ID: 'id', X_POSTING: 'on', X_TOKEN_KEY: '0123456789abcdef'.repeat(4) }
    const { x } = readEnv(posting).settings
    expect(x?.scopes).toBe('users.read tweet.read tweet.write offline.access')
    expect(x?.postingKey).toEqual(Buffer.from('0123456789abcdef'.repeat(4), 'hex'))
    expect(readEnv({ ...posting, X_POSTING: 'off' }).settings.x?.postingKey).toBeNull()
  })

  it('needs an id for a secret', () => {
    expect(faults({ X_CLIENT_SECRET: 'secret' })).toEqual([expect.stringMatching(/^X_CLIENT_ID: /)])
  })
})

describe('on local', () => {
  it.each(['0.0.0.0', '::', '192.168.0.4', 'aura.example'])(
    'listening on %s is refused: keys are published there [access.boot-loopback]',
    (host) => {
      expect(faults({ HOST: host })).toEqual([expect.stringMatching(/^HOST: CHAIN=local/)])
    },
  )

  it.each(['127.0.0.1', '::1', 'localhost'])('listening on %s is fine', (host) => {
    expect(readEnv({ HOST: host }).host).toBe(host)
  })
})

describe.each(['base-sepolia', 'base'])('on %s', (chain) => {
  const online = { ...ONLINE, CHAIN: chain }

  it('starts with the required settings, reachable from outside, without local-only features [access.boot-faucet]', () => {
    expect(readEnv(online)).toMatchObject({
      chain: { kind: chain },
      host: '0.0.0.0',
      demoData: false,
      settings: { demoWallet: false, localRpcUrl: null },
    })
  })

  it('needs nine settings, and names all that are missing', () => {
    const named = faults({ CHAIN: chain }).map((line) => line.split(':')[0])
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
    expect(readEnv({ STEEZE_SIGNER_KEY: published }).secrets.signerKey).toBe(published)
  })

  it('refuses the mock feed of the local chain, in any case of its address [access.boot-mock-feed]', () => {
    const refused = [expect.stringMatching(/^ETH_USD_FEED: .*mock feed/)]
    const mockFeed = `0x${MOCK_FEED.slice(2).toUpperCase()}`
    expect(faults({ ...online, ETH_USD_FEED: mockFeed })).toEqual(refused)
    expect(readEnv({ ETH_USD_FEED: mockFeed }).settings.ethUsdFeed).toBe(MOCK_FEED)
  })

  it('refuses the published hash key [access.boot-published-key]', () => {
    const published = readEnv({}).settings.hashKey
    expect(faults({ ...online, HASH_KEY: published })).toEqual([expect.stringMatching(/^HASH_KEY: .*its own secret/)])
  })

  it('refuses demo data [access.boot-demo-data]', () => {
    expect(faults({ ...online, DEMO_DATA: 'on' })).toEqual([expect.stringMatching(/^DEMO_DATA: .*demo data/)])
    expect(readEnv({ ...online, DEMO_DATA: 'off' }).demoData).toBe(false)
  })

  it('refuses the X sandbox, and unencrypted X endpoints [access.boot-sandbox-x]', () => {
    expect(faults({ ...online, X_SANDBOX_URL: 'http://localhost:3100' })).toEqual([
      expect.stringMatching(/^X_SANDBOX_URL: /),
    ])
    for (const name of ['X_AUTHORIZE_URL', 'X_TOKEN_URL', 'X_USER_URL', 'X_POST_URL', 'X_IMAGE_ORIGIN']) {
      expect(faults({ ...online, X_CLIENT_ID: 'id', [name]: 'http://localhost:3100/a' })).toEqual([
        expect.stringMatching(new RegExp(`^${name}: `)),
      ])
    }
    expect(readEnv(online).settings.x).toBeNull()
    expect(readEnv({ ...online, X_CLIENT_ID: 'id', X_CLIENT_SECRET: 's' }).settings.x).toMatchObject({ clientId: 'id' })
  })

  it.each(['DATABASE_URL', 'METRICS_TOKEN'])('requires %s', (name) => {
    expect(faults({ ...online, [name]: '' })).toEqual([expect.stringMatching(new RegExp(`^${name}: CHAIN=${chain}`))])
  })

  it('refuses a public address without https', () => {
    expect(faults({ ...online, PUBLIC_URL: 'http://aura.example' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL: .*https/),
    ])
  })
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
    expect(readEnv(example)).toEqual(readEnv({}))
    const known = Object.entries(Environment.parse({})).filter(([, value]) => value !== undefined && value !== '')
    for (const [key, value] of known) expect(example[key]).toBe(String(value))
  })
})

describe('a store for images', () => {
  const store = {
    S3_BUCKET_URL: 'https://s3.example/aura',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  it('is accepted when complete', () => {
    expect(readEnv(store).store).toEqual({
      bucketUrl: 'https://s3.example/aura',
      region: 'auto',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
    expect(readEnv({ ...store, S3_REGION: 'eu-central-1' }).store?.region).toBe('eu-central-1')
  })

  it.each(Object.keys(store))('is refused without %s', (name) => {
    expect(faults({ ...store, [name]: '' })).toEqual([`${name}: required for an image bucket`])
  })

  it('is not used without encryption off local', () => {
    const plain = { ...store, S3_BUCKET_URL: 'http://127.0.0.1:9000/aura' }
    expect(faults(plain)).toEqual([])
    expect(faults({ ...ONLINE, ...plain })).toEqual(['S3_BUCKET_URL: CHAIN=base-sepolia needs an https address'])
  })
})

describe('the push keys', () => {
  const keys = { VAPID_PUBLIC_KEY: 'B'.repeat(87), VAPID_PRIVATE_KEY: 'p'.repeat(43) }

  it('come in a pair, with the site as the default contact', () => {
    expect(readEnv({ ...ONLINE, ...keys }).push).toEqual({
      keys: { publicKey: keys.VAPID_PUBLIC_KEY, privateKey: keys.VAPID_PRIVATE_KEY },
      subject: 'https://aura.example',
    })
    expect(readEnv({ ...keys, VAPID_SUBJECT: 'mailto:a@b.example' }).push.subject).toBe('mailto:a@b.example')
    for (const name of Object.keys(keys)) {
      expect(faults({ ...keys, [name]: '' })).toEqual([
        'VAPID_PRIVATE_KEY: set both it and VAPID_PUBLIC_KEY, or neither',
      ])
    }
    expect(faults({ ...keys, VAPID_PRIVATE_KEY: 'short' })[0]).toContain('VAPID_PRIVATE_KEY')
  })
})

it('returns the signing key once and keeps no copy', () => {
  const env: Record<string, string> = { ...ONLINE }
  const config = readEnv(env)
  expect(takeSecret(config, 'signerKey', env)).toBe(ONLINE.STEEZE_SIGNER_KEY)
  expect([
    takeSecret(config, 'signerKey', env),
    JSON.stringify([config, env]).includes(ONLINE.STEEZE_SIGNER_KEY),
  ]).toEqual([null, false])
})
