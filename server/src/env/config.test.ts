import { describe, expect, it } from 'vitest'
import { faults, ONLINE, readLocal } from '../../../tests/server/online-env.ts'
import { rpcChain } from '../platform/chain/rpc-chain.ts'

it('has an ETH price feed on base only, unless one is configured', () => {
  expect(readLocal(ONLINE).settings.ethUsdFeed).toBeNull()
  expect(readLocal({ ...ONLINE, CHAIN: 'base' }).settings.ethUsdFeed).toBe('0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70')
})

it('lets earned Steeze mature for three days off local, unless configured [steeze.const-maturing]', () => {
  const hours = (env: Record<string, string>) => readLocal(env).settings.redeemMaturingMs / 3_600_000
  expect([hours({}), hours(ONLINE), hours({ ...ONLINE, REDEEM_MATURING_HOURS: '0' })]).toEqual([0, 72, 0])
  expect(hours({ REDEEM_MATURING_HOURS: '5' })).toBe(5)
})

describe('the seconds that the chain goes on before a block counts', () => {
  const depth = (env: Record<string, string>) => readLocal(env).chain.confirmationSeconds

  it('are 10 on base-sepolia', () => expect(depth(ONLINE)).toBe(10))
  it('can be set', () => expect(depth({ ...ONLINE, CONFIRMATION_SECONDS: '30' })).toBe(30))
})

describe('CHAIN', () => {
  const contracts = { VOUCH_CONTRACT: ONLINE.VOUCH_CONTRACT, STEEZE_CONTRACT: ONLINE.STEEZE_CONTRACT }
  const usdc = `0x${'Ef'.repeat(20)}`
  const chainOf = (env: Record<string, string>) => rpcChain(readLocal(env).chain)

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
    expect(readLocal(contracts).chain.contracts).toBeNull()
    expect(readLocal({ RPC_URLS: 'http://127.0.0.1:8545' }).settings.localRpcUrl).toBe('http://127.0.0.1:8545')
    expect(readLocal(ONLINE).settings.localRpcUrl).toBeNull()
  })

  it.each(['local', 'base-sepolia', 'base'])(
    '%s leaves token, feed, nodes and explorer to be set [frame.chain-overrides]',
    (kind) => {
      const { chain, settings } = readLocal({
        ...ONLINE,
        CHAIN: kind,
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

it('previous keys are accepted beside the newest, and there are none by default', () => {
  const [first, second] = ['a first secret of thirty-two or more characters', `${'b2'.repeat(8)}0123456789abcdef`]
  const hex = '0123456789abcdef'.repeat(4)
  const { settings } = readLocal({
    HASH_KEYS_PREVIOUS: ` ${first} , ${second}`,
    X_CLIENT_ID: 'id',
    X_POSTING: 'on',
    X_TOKEN_KEY: hex,
    X_TOKEN_KEYS_PREVIOUS: [...hex].reverse().join(''),
  })
  expect(settings.previousHashKeys).toEqual([first, second])
  expect(settings.x?.previousPostingKeys).toEqual([Buffer.from([...hex].reverse().join(''), 'hex')])
  const none = readLocal({ X_CLIENT_ID: 'id' }).settings
  expect([none.previousHashKeys, none.x?.previousPostingKeys]).toEqual([[], []])
})

describe('X', () => {
  it('is the real X if a client is configured, with or without a sandbox', () => {
    const { x } = readLocal({
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
    expect(readLocal({ X_CLIENT_ID: 'id' }).settings.x?.clientSecret).toBeNull()
    expect(readLocal({ X_CLIENT_ID: 'id', X_TOKEN_URL: 'https://x.example/token' }).settings.x?.tokenUrl).toBe(
      'https://x.example/token',
    )
  })

  it('is the sandbox on local, by its address', () => {
    expect(readLocal({ X_SANDBOX_URL: 'http://127.0.0.1:3100' }).settings.x).toMatchObject({
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
    const { x } = readLocal(posting).settings
    expect(x?.scopes).toBe('users.read tweet.read tweet.write offline.access')
    expect(x?.postingKey).toEqual(Buffer.from('0123456789abcdef'.repeat(4), 'hex'))
    expect(readLocal({ ...posting, X_POSTING: 'off' }).settings.x?.postingKey).toBeNull()
  })

  it('needs an id for a secret', () => {
    expect(faults({ X_CLIENT_SECRET: 'secret' })).toEqual([expect.stringMatching(/^X_CLIENT_ID: /)])
  })
})

describe('a store for images', () => {
  const store = {
    S3_BUCKET_URL: 'https://s3.example/aura',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  it('is accepted when complete', () => {
    expect(readLocal(store).store).toEqual({
      bucketUrl: 'https://s3.example/aura',
      region: 'auto',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
    expect(readLocal({ ...store, S3_REGION: 'eu-central-1' }).store?.region).toBe('eu-central-1')
  })

  it.each(Object.keys(store))('is refused without %s', (name) => {
    expect(faults({ ...store, [name]: '' })).toEqual([`${name}: required for an image bucket`])
  })
})

describe('the push keys', () => {
  const keys = { VAPID_PUBLIC_KEY: 'B'.repeat(87), VAPID_PRIVATE_KEY: 'p'.repeat(43) }

  it('come in a pair, with the site as the default contact', () => {
    expect(readLocal({ ...ONLINE, ...keys }).push).toEqual({
      keys: { publicKey: keys.VAPID_PUBLIC_KEY, privateKey: keys.VAPID_PRIVATE_KEY },
      subject: 'https://aura.example',
    })
    expect(readLocal({ ...keys, VAPID_SUBJECT: 'mailto:a@b.example' }).push.subject).toBe('mailto:a@b.example')
    for (const name of Object.keys(keys)) {
      expect(faults({ ...keys, [name]: '' })).toEqual([
        'VAPID_PRIVATE_KEY: set both it and VAPID_PUBLIC_KEY, or neither',
      ])
    }
    expect(faults({ ...keys, VAPID_PRIVATE_KEY: 'short' })[0]).toContain('VAPID_PRIVATE_KEY')
  })
})

describe('other providers', () => {
  const list = (...entries: object[]) => ({ AUTH_PROVIDERS: JSON.stringify(entries) })
  const client = { clientId: 'id', clientSecret: 'hush' }

  it('are known ones by their client, and any issuer by its address', () => {
    const club = { id: 'club', name: 'Club', issuer: 'https://login.club.example/a' }
    const { providers } = readLocal(list({ id: 'twitch', ...client }, { ...club, clientId: 'id' })).settings
    expect(providers).toMatchObject([
      { id: 'twitch', key: 'twitch', name: 'Twitch', server: { issuer: 'https://id.twitch.tv/oauth2' }, ...client },
      { id: 'club', key: club.issuer, name: 'Club', server: { issuer: club.issuer }, clientSecret: null },
    ])
    expect(readLocal({ AUTH_PROVIDERS: ' ' }).settings.providers).toEqual([])
  })

  it('include the sandbox, under a key that outlives its port', () => {
    expect(readLocal({ X_SANDBOX_URL: 'http://127.0.0.1:3100' }).settings.providers).toMatchObject([
      { id: 'sandbox', key: 'sandbox', server: { issuer: 'http://127.0.0.1:3100/openid' } },
    ])
  })

  it.each([
    ['no JSON', { AUTH_PROVIDERS: '{' }, /JSON array/],
    ['no list', { AUTH_PROVIDERS: '{}' }, /JSON array/],
    ['an unknown field', list({ id: 'google', ...client, more: 'a' }), /more/],
    ['no client', list({ id: 'google' }), /clientId of entry 1/],
    ['an id that is no word', list({ id: 'a/b', ...client }), /id of entry 1: must be a word/],
    ['X', list({ id: 'x', ...client }), /X_CLIENT_ID/],
    ['an unknown one without an issuer', list({ id: 'club', ...client }), /needs a name and an issuer/],
    ['a known one with an issuer', list({ id: 'google', issuer: 'https://a.example', ...client }), /needs no name/],
    ['one twice', list({ id: 'google', ...client }, { id: 'google', ...client }), /once/],
    ['an issuer without https', list({ id: 'club', name: 'C', issuer: 'http://a.example', ...client }), /https issuer/],
    ['an issuer with a query', list({ id: 'club', name: 'C', issuer: 'https://a.example/?b', ...client }), /neither/],
    ['a password', list({ id: 'club', name: 'C', issuer: 'https://a:b@a.example', ...client }), /issuer of entry 1/],
  ])('are refused with %s, without telling a secret [access.provider-settings]', (_, env, fault) => {
    const found = faults(env)
    expect(found).toEqual([expect.stringMatching(/^AUTH_PROVIDERS: /)])
    expect(found[0]).toMatch(fault)
    expect(found[0]).not.toContain(client.clientSecret)
  })
})

describe('chats', () => {
  const TWITCH_CHAT_URL = 'irc://127.0.0.1:6667'
  const KICK = {
    CHAT_SOURCES: 'kick',
    AUTH_PROVIDERS: JSON.stringify([{ id: 'kick', clientId: 'id', clientSecret: 'hush' }]),
  }

  it('take part only where the platform is named [battles.chat]', () => {
    expect(readLocal({ TWITCH_CHAT_URL }).settings.twitchChatUrl).toBeNull()
    expect(readLocal({ CHAT_SOURCES: 'twitch', TWITCH_CHAT_URL }).settings.twitchChatUrl).toBe(TWITCH_CHAT_URL)
    expect(readLocal({ ...ONLINE, CHAT_SOURCES: 'twitch' }).settings).toMatchObject({
      twitchChatUrl: 'ircs://irc.chat.twitch.tv:6697',
      kickApiUrl: null,
    })
    expect(readLocal({ ...ONLINE, ...KICK }).settings).toMatchObject({
      twitchChatUrl: null,
      kickApiUrl: 'https://api.kick.com/public/v1',
    })
    const KICK_API_URL = 'http://127.0.0.1:3100/v1/'
    expect(readLocal({ ...KICK, KICK_API_URL }).settings.kickApiUrl).toBe('http://127.0.0.1:3100/v1')
  })

  it.each([
    ['another platform', { CHAT_SOURCES: 'twitch,irc' }],
    ['a port that is none', { TWITCH_CHAT_URL: 'ircs://chat.example:99999' }],
    ['no port', { TWITCH_CHAT_URL: 'ircs://chat.example' }],
    ['another scheme', { TWITCH_CHAT_URL: 'https://chat.example:443' }],
    ['a password', { TWITCH_CHAT_URL: 'ircs://me:secret@chat.example:6697' }],
    ['a path', { TWITCH_CHAT_URL: 'ircs://chat.example:6697/ada' }],
    ['no encryption off local', { ...ONLINE, TWITCH_CHAT_URL }],
    ['no encryption to another machine', { TWITCH_CHAT_URL: 'irc://chat.example:6667' }],
    ['Kick without its app', { CHAT_SOURCES: 'kick' }],
    ['Kick without its secret', { ...KICK, AUTH_PROVIDERS: '[{"id":"kick","clientId":"id"}]' }],
    ['no encryption to Kick off local', { ...ONLINE, ...KICK, KICK_API_URL: 'http://127.0.0.1:3100' }],
    ['no encryption to another Kick', { ...KICK, KICK_API_URL: 'http://kick.example' }],
  ])('are refused with %s', (_, env) => {
    expect(faults(env)).toEqual([expect.stringMatching(/^(?:CHAT_SOURCES|TWITCH_CHAT_URL|KICK_API_URL): /)])
  })
})
