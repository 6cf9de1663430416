import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { WALLET_ADDRESS_PATTERN } from '@aura/api/ids'
import { z } from 'zod'
import { loadDotEnv } from './dot-env.ts'
import type { ChainSettings } from './platform/chain/chain.ts'
import { isPublishedKey } from './platform/chain/published-keys.ts'
import { connectionFault } from './platform/db/connection-security.ts'
import type { S3Settings } from './platform/files/s3-files.ts'
import { UnusableSettings } from './platform/operator-error.ts'
import { isLoopback } from './platform/outgoing/loopback.ts'
import type { Secrets, Settings } from './platform/settings.ts'
import { readSecretFiles, SECRET_SETTINGS } from './secret-files.ts'

/** Published with the source, so it protects nothing. Accepted on `local` only. */
/** Wallets of demo creators, whose people would have no Trust otherwise. */
const DEMO_SEEDS = ['0xe0b726ec10dce48a8025e5c9707365600bf157b7', '0x02bdbe10ab2185febaeaffd08b9b8f8e92367c78']
const PUBLISHED_HASH_KEY = 'aura-local-hash-key-that-everybody-knows'

/** The local chain's feed; a test of that chain verifies it. */
export const MOCK_FEED = '0x818e61e1cbd7d3d18056b554bb77c17bf2d75f95'

const blank = (text: unknown) => (text === '' ? undefined : text)
const optional = <T extends z.ZodType>(type: T) => z.preprocess(blank, type.optional())
const link = () => optional(z.url({ protocol: /^https$/, error: 'must be an https address' }))

const address = () => optional(z.string().regex(WALLET_ADDRESS_PATTERN, 'must be the address of a contract'))
const listed = (text: unknown) => (typeof text === 'string' ? text.split(/[\s,]+/).filter((part) => part !== '') : [])

const listedByCommas = (text: unknown) =>
  typeof text === 'string' ? text.split(',').flatMap((part) => part.trim() || []) : []

const httpAddress = () => z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
/** For `fetch`, which refuses URLs with credentials. */
const requestAddress = () =>
  httpAddress().refine((url) => !URL.canParse(url) || `${new URL(url).username}${new URL(url).password}` === '', {
    error: 'must not contain a user or password',
  })

const X_ENDPOINTS = {
  X_AUTHORIZE_URL: 'https://x.com/i/oauth2/authorize',
  X_TOKEN_URL: 'https://api.x.com/2/oauth2/token',
  X_USER_URL: 'https://api.x.com/2/users/me',
  X_POST_URL: 'https://api.x.com/2/tweets',
  X_IMAGE_ORIGIN: 'https://pbs.twimg.com',
} as const
const endpoint = (name: keyof typeof X_ENDPOINTS) => z.preprocess(blank, requestAddress().default(X_ENDPOINTS[name]))

const proxies = z.string().refine((text) => text.split(',').every((part) => isProxy(part.trim())), {
  error: 'must be addresses, or networks such as 10.0.0.0/8, separated by commas',
})

/** A random key has more distinct characters; one with fewer was typed. */
const MIN_DISTINCT = 8
const hasEnough = (text: string) => new Set(text.toLowerCase()).size >= MIN_DISTINCT
const TOO_FEW = `must have at least ${MIN_DISTINCT} different characters; \`openssl rand -hex 32\` makes one`
const secret = (length: number) =>
  z
    .string()
    .min(length, { error: `must be at least ${length} characters`, abort: true })
    .refine(hasEnough, TOO_FEW)
const hexKey = () =>
  z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, { error: 'must be 64 hexadecimal digits', abort: true })
    .refine(hasEnough, TOO_FEW)

/** Every setting, in the order of `.env.example`. */
export const Environment = z.object({
  CHAIN: z.preprocess(blank, z.enum(['local', 'base-sepolia', 'base']).default('local')),
  HOST: optional(z.string()),
  // Ports above are used for outgoing connections, so one may be taken.
  PORT: z.preprocess(blank, z.coerce.number().int().min(1).max(32_767).default(3000)),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
  DATA_DIR: z.preprocess(blank, z.string().default('.data')),
  S3_BUCKET_URL: optional(requestAddress()),
  S3_REGION: z.preprocess(blank, z.string().default('auto')),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  VAPID_PUBLIC_KEY: optional(z.string().regex(/^[\w-]{87}$/, 'must be a public key of VAPID: 87 characters')),
  VAPID_PRIVATE_KEY: optional(z.string().regex(/^[\w-]{43}$/, 'must be a private key of VAPID: 43 characters')),
  VAPID_SUBJECT: optional(z.string().regex(/^(mailto:|https:\/\/)/, 'must be a mailto: or https address')),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  DATABASE_DIRECT_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  DATABASE_POOL_SIZE: z.preprocess(blank, z.coerce.number().int().min(2).max(200).default(16)),
  DRAIN_SECONDS: z.preprocess(blank, z.coerce.number().int().min(0).max(60).default(0)),
  DEMO_DATA: optional(z.enum(['on', 'off'])),
  BETA_ACCESS: optional(z.enum(['open', 'closed'])),
  INVITES_PER_MEMBER: z.preprocess(blank, z.coerce.number().int().min(0).max(1_000).default(5)),
  RPC_URLS: z.preprocess(
    listed,
    z.array(z.url({ protocol: /^https?$/, error: 'must be http or https addresses, separated by commas' })),
  ),
  VOUCH_CONTRACT: address(),
  STEEZE_CONTRACT: address(),
  USDC_TOKEN: address(),
  ETH_USD_FEED: address(),
  EXPLORER_URL: optional(httpAddress()),
  START_BLOCK: optional(z.coerce.number().int().min(0)),
  CONFIRMATIONS: optional(z.coerce.number().int().min(1).max(1_000)),
  STEEZE_SIGNER_KEY: optional(
    z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be a private key: 0x and 64 digits', abort: true })
      .refine((key) => hasEnough(key.slice(2)), TOO_FEW),
  ),
  REDEEM_MATURING_HOURS: optional(z.coerce.number().int().min(0).max(8_760)),
  REDEEM_REVIEW_ABOVE: optional(z.coerce.number().int().min(0).max(1_000_000_000)),
  ADMIN_WALLETS: z.preprocess(
    listed,
    z.array(z.string().regex(WALLET_ADDRESS_PATTERN, 'must be wallet addresses separated by commas')),
  ),
  TRUST_SEEDS: z.preprocess(
    listed,
    z.array(z.string().regex(WALLET_ADDRESS_PATTERN, 'must be wallet addresses separated by commas')),
  ),
  HASH_KEY: optional(secret(32)),
  HASH_KEYS_PREVIOUS: z.preprocess(listedByCommas, z.array(secret(32))),
  TRUST_PROXY: optional(proxies),
  LOG_LEVEL: z.preprocess(blank, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info')),
  METRICS_TOKEN: optional(secret(16)),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(requestAddress()),
  OTEL_TRACES_SAMPLER_ARG: z.preprocess(blank, z.coerce.number().min(0).max(1).default(1)),
  X_CLIENT_ID: optional(z.string()),
  X_CLIENT_SECRET: optional(z.string()),
  X_AUTHORIZE_URL: endpoint('X_AUTHORIZE_URL'),
  X_TOKEN_URL: endpoint('X_TOKEN_URL'),
  X_USER_URL: endpoint('X_USER_URL'),
  X_POST_URL: endpoint('X_POST_URL'),
  X_IMAGE_ORIGIN: endpoint('X_IMAGE_ORIGIN'),
  X_SCOPES: z.preprocess(
    blank,
    z
      .string()
      .regex(/^[\w.]+( [\w.]+)*$/, 'must be words separated by spaces')
      .default('users.read tweet.read'),
  ),
  X_POSTING: z.preprocess(blank, z.enum(['on', 'off']).default('off')),
  X_TOKEN_KEY: optional(hexKey()),
  X_TOKEN_KEYS_PREVIOUS: z.preprocess(listed, z.array(hexKey())),
  X_SANDBOX_URL: optional(requestAddress()),
  WALLETCONNECT_PROJECT_ID: optional(z.string().regex(/^[0-9a-f]{32}$/, 'must be a project id: 32 digits, 0 to f')),
  DOCS_URL: link(),
  X_URL: link(),
  CHAT_URL: link(),
})
type Environment = z.output<typeof Environment>

/** Whether Fastify accepts it as a proxy, which it would only check when the server is built. */
function isProxy(text: string): boolean {
  if (text === 'loopback' || text === 'linklocal' || text === 'uniquelocal') return true
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return maxBits > 0 && (bits === undefined || (Number(bits) > 0 && Number(bits) <= maxBits))
}

export interface ServerConfig {
  chain: ChainSettings
  host: string
  port: number
  databaseUrl: string | null
  /** PostgreSQL without the pooler that `databaseUrl` leads through; null without one. */
  databaseDirectUrl: string | null
  databasePoolSize: number
  /** How long a stopping server is out of the load balancer before it closes. */
  drainMs: number
  dataDir: string
  /** Store for users' images; null for a folder in `dataDir`. */
  store: S3Settings | null
  /** `keys` is null if none are configured. `subject` is the contact for push services. */
  push: { keys: { publicKey: string; privateKey: string } | null; subject: string }
  secrets: Secrets
  /** File of additional CA certificates (NODE_EXTRA_CA_CERTS). */
  extraCaCerts: string | null
  logLevel: Environment['LOG_LEVEL']
  /** Collector of traces; null for none. `share` of all traces, from 0 to 1. */
  tracing: { endpoint: string; share: number } | null
  demoData: boolean
  settings: Settings
}

export class BadSetting extends UnusableSettings {
  override name = 'BadSetting'
}

function ownEnvironment(): Record<string, string | undefined> {
  loadDotEnv()
  return process.env
}

/** Validates this process's settings. Throws BadSetting with every fault. */
export function readEnv(given: Record<string, string | undefined> = ownEnvironment()): ServerConfig {
  const { env, faults: ofFiles } = readSecretFiles(given)
  const parsed = Environment.safeParse(env)
  const found = parsed.success
    ? faultsOf(parsed.data, env)
    : parsed.error.issues.map(({ path, message }) => `${path[0]?.toString()}: ${message}`)
  // A secret whose file can't be read is missing for that reason alone.
  const others = found.filter((fault) => !ofFiles.has(fault.split(':', 1)[0] ?? ''))
  const faults = [...ofFiles.values(), ...others]
  if (!parsed.success || faults.length > 0) throw new BadSetting(faults.join('\n'))
  return configOf(parsed.data, env)
}

/** Names of the settings and secrets that are set, never their values. */
export function namedSettings(env: Record<string, string | undefined> = ownEnvironment()): {
  settings: string[]
  secrets: string[]
} {
  const secrets: readonly string[] = SECRET_SETTINGS
  const names = Object.keys(Environment.shape).filter(
    (name) => env[name] || (secrets.includes(name) && env[`${name}_FILE`]),
  )
  return {
    settings: names.filter((name) => !secrets.includes(name)),
    secrets: names.filter((name) => secrets.includes(name)),
  }
}

const faultsOf = (values: Environment, env: Record<string, string | undefined>): string[] => [
  ...(values.CHAIN === 'local' ? faultsOnLocal(values) : [...faultsOnline(values), ...faultsOfTransport(values, env)]),
  ...faultsOfDatabase(values),
  ...faultsOfX(values),
  ...faultsOfStore(values),
  ...faultsOfPush(values),
]

const SECRET_VARIABLES: Record<keyof Secrets, string> = { signerKey: 'STEEZE_SIGNER_KEY' }

/** Returns a secret and removes it from the settings and the environment. */
export function takeSecret<Name extends keyof Secrets>(
  { secrets }: Pick<ServerConfig, 'secrets'>,
  name: Name,
  env: Record<string, string | undefined> = process.env,
): Secrets[Name] {
  const secret = secrets[name]
  Object.assign(secrets, { [name]: null })
  delete env[SECRET_VARIABLES[name]]
  return secret
}

function faultsOnLocal({ HOST, X_SANDBOX_URL }: Environment): string[] {
  const faults: string[] = []
  if (HOST !== undefined && !isLoopback(HOST)) {
    faults.push(`HOST: CHAIN=local uses published keys, so it may only listen on loopback; ${HOST} is not`)
  }
  if (X_SANDBOX_URL !== undefined && !isLoopback(new URL(X_SANDBOX_URL).hostname)) {
    faults.push('X_SANDBOX_URL: the sandbox accepts any handle, so it must be on loopback')
  }
  return faults
}

const faultsOfDatabase = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Environment): string[] =>
  DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined
    ? ['DATABASE_URL: required by DATABASE_DIRECT_URL, which is where it leads without a pooler']
    : []

function faultsOfX(values: Environment): string[] {
  const faults: string[] = []
  const hasClient = values.X_CLIENT_ID !== undefined
  if (!hasClient && values.X_CLIENT_SECRET !== undefined) faults.push('X_CLIENT_ID: required by X_CLIENT_SECRET')
  if (values.X_POSTING === 'on' && values.X_TOKEN_KEY === undefined) {
    faults.push('X_TOKEN_KEY: required by X_POSTING=on to encrypt stored tokens')
  }
  return faults
}

function faultsOfStore(values: Environment): string[] {
  const names = ['S3_BUCKET_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = names.filter((name) => values[name] === undefined)
  return missing.length === names.length ? [] : missing.map((name) => `${name}: required for an image bucket`)
}

const faultsOfPush = ({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Environment): string[] =>
  (VAPID_PUBLIC_KEY === undefined) === (VAPID_PRIVATE_KEY === undefined)
    ? []
    : ['VAPID_PRIVATE_KEY: set both it and VAPID_PUBLIC_KEY, or neither']

function pushOf({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT,
  PUBLIC_URL,
}: Environment) {
  const https = PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : undefined
  return {
    keys: publicKey && privateKey ? { publicKey, privateKey } : null,
    subject: VAPID_SUBJECT ?? https ?? 'mailto:nobody@localhost',
  }
}

function storeOf(values: Environment): S3Settings | null {
  const { S3_BUCKET_URL: bucketUrl, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (!bucketUrl || !accessKeyId || !secretAccessKey) return null
  return { bucketUrl, region: values.S3_REGION, accessKeyId, secretAccessKey }
}

/** Settings too careless for real people and money. */
function faultsOnline(values: Environment): string[] {
  const { CHAIN } = values
  const faults = missingOnline(values)
  if (values.DEMO_DATA === 'on') faults.push(`DEMO_DATA: demo data is not allowed on CHAIN=${CHAIN}`)
  if (values.HASH_KEY === undefined || values.HASH_KEY === PUBLISHED_HASH_KEY) {
    faults.push(`HASH_KEY: CHAIN=${CHAIN} needs its own secret`)
  }
  if (values.STEEZE_SIGNER_KEY !== undefined && isPublishedKey(values.STEEZE_SIGNER_KEY)) {
    faults.push(`STEEZE_SIGNER_KEY: this key is published; on CHAIN=${CHAIN} anyone could drain the contract with it`)
  }
  if (values.ETH_USD_FEED?.toLowerCase() === MOCK_FEED) {
    faults.push(`ETH_USD_FEED: this is the local chain's mock feed; CHAIN=${CHAIN} needs a real one`)
  }
  if (values.DATABASE_URL === undefined) {
    faults.push(
      `DATABASE_URL: CHAIN=${CHAIN} needs a PostgreSQL server; the embedded database may lose data in a power cut`,
    )
  }
  if (!values.PUBLIC_URL?.startsWith('https:')) {
    faults.push(`PUBLIC_URL: CHAIN=${CHAIN} needs the public https address`)
  }
  if (values.X_SANDBOX_URL !== undefined) {
    faults.push(`X_SANDBOX_URL: the sandbox is not allowed on CHAIN=${CHAIN}`)
  }
  if (values.METRICS_TOKEN === undefined) faults.push(`METRICS_TOKEN: CHAIN=${CHAIN} needs one; /metrics is not public`)
  return faults
}

/** Connections that others could read or change. Loopback may be unencrypted. */
function faultsOfTransport(values: Environment, env: Record<string, string | undefined>): string[] {
  const { CHAIN, RPC_URLS } = values
  const faults: string[] = []
  const isClear = (url: string) => url.startsWith('http:')
  const clearNodes = RPC_URLS.filter((url) => isClear(url) && !isLoopback(new URL(url).hostname))
  if (clearNodes.length > 0) {
    const hosts = clearNodes.map((url) => new URL(url).host).join(' and ')
    faults.push(`RPC_URLS: CHAIN=${CHAIN} needs https nodes, except on loopback; not encrypted: ${hosts}`)
  }
  const names = ['S3_BUCKET_URL', ...(Object.keys(X_ENDPOINTS) as (keyof typeof X_ENDPOINTS)[])] as const
  for (const name of names) {
    if (values[name] !== undefined && isClear(values[name]))
      faults.push(`${name}: CHAIN=${CHAIN} needs an https address`)
  }
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const fault = values[name] === undefined ? null : connectionFault(values[name])
    if (fault !== null)
      faults.push(`${name}: CHAIN=${CHAIN} needs an encrypted, verified connection to PostgreSQL; this one ${fault}`)
  }
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    faults.push(`NODE_TLS_REJECT_UNAUTHORIZED: CHAIN=${CHAIN} must verify certificates; 0 accepts any`)
  }
  return faults
}

function missingOnline(values: Environment): string[] {
  const needed = ['RPC_URLS', 'VOUCH_CONTRACT', 'STEEZE_CONTRACT', 'START_BLOCK', 'STEEZE_SIGNER_KEY'] as const
  const isMissing = (name: (typeof needed)[number]) => values[name] === undefined || values[name].toString() === ''
  return needed.filter(isMissing).map((name) => `${name}: CHAIN=${values.CHAIN} needs it`)
}

/** Confirmations, USDC and ETH price feed by network. USDC as published by Circle, the feed by Chainlink. */
const BY_NETWORK = {
  local: { confirmations: 1, usdc: undefined, ethUsdFeed: undefined },
  'base-sepolia': {
    confirmations: 5,
    usdc: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    ethUsdFeed: undefined,
  },
  base: {
    confirmations: 12,
    usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    ethUsdFeed: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
  },
} as const

function chainOf(values: Environment): ChainSettings {
  const usual = BY_NETWORK[values.CHAIN]
  const { VOUCH_CONTRACT: vouch, STEEZE_CONTRACT: steeze } = values
  const usdc = values.USDC_TOKEN ?? usual.usdc
  const lower = (address: string) => address.toLowerCase()
  return {
    kind: values.CHAIN,
    rpcUrls: values.RPC_URLS,
    confirmations: values.CONFIRMATIONS ?? usual.confirmations,
    contracts: vouch && steeze && usdc ? { vouch: lower(vouch), steeze: lower(steeze), usdc: lower(usdc) } : null,
    startBlock: values.START_BLOCK ?? 0,
    ...(values.EXPLORER_URL ? { explorerUrl: values.EXPLORER_URL.replace(/\/+$/, '') } : {}),
  }
}

/** X if it has credentials; else on `local` the sandbox; else null. */
function xOf(values: Environment): Settings['x'] {
  const canPost = values.X_POSTING === 'on' && values.X_TOKEN_KEY !== undefined
  const common = {
    scopes: canPost ? `${values.X_SCOPES} tweet.write offline.access` : values.X_SCOPES,
    postingKey: canPost && values.X_TOKEN_KEY ? Buffer.from(values.X_TOKEN_KEY, 'hex') : null,
    previousPostingKeys: values.X_TOKEN_KEYS_PREVIOUS.map((key) => Buffer.from(key, 'hex')),
  }
  if (values.X_CLIENT_ID !== undefined) {
    return {
      clientId: values.X_CLIENT_ID,
      clientSecret: values.X_CLIENT_SECRET ?? null,
      authorizeUrl: values.X_AUTHORIZE_URL,
      tokenUrl: values.X_TOKEN_URL,
      userUrl: values.X_USER_URL,
      postUrl: values.X_POST_URL,
      imageOrigin: new URL(values.X_IMAGE_ORIGIN).origin,
      ...common,
    }
  }
  if (values.X_SANDBOX_URL === undefined) return null
  const at = (path: string) => new URL(path, values.X_SANDBOX_URL).href
  return {
    clientId: 'aura-sandbox',
    clientSecret: null,
    authorizeUrl: at('/authorize'),
    tokenUrl: at('/token'),
    userUrl: at('/users/me'),
    postUrl: at('/tweets'),
    imageOrigin: new URL(values.X_SANDBOX_URL).origin,
    ...common,
  }
}

const root = (path: string) => resolve(import.meta.dirname, '../..', path)

function configOf(values: Environment, env: Record<string, string | undefined>): ServerConfig {
  const isLocal = values.CHAIN === 'local'
  const demoData = isLocal && values.DEMO_DATA !== 'off'
  const proxy = values.TRUST_PROXY
  return {
    chain: chainOf(values),
    host: values.HOST ?? (isLocal ? '127.0.0.1' : '0.0.0.0'),
    port: values.PORT,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    drainMs: values.DRAIN_SECONDS * 1_000,
    dataDir: resolve(values.DATA_DIR),
    store: storeOf(values),
    push: pushOf(values),
    extraCaCerts: env.NODE_EXTRA_CA_CERTS || null,
    secrets: { signerKey: (values.STEEZE_SIGNER_KEY as `0x${string}` | undefined) ?? null },
    logLevel: values.LOG_LEVEL,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, share: values.OTEL_TRACES_SAMPLER_ARG }
      : null,
    demoData,
    settings: {
      origin: new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin,
      betaAccess: values.BETA_ACCESS ?? (isLocal ? 'open' : 'closed'),
      invitesPerMember: values.INVITES_PER_MEMBER,
      hashKey: values.HASH_KEY ?? PUBLISHED_HASH_KEY,
      previousHashKeys: values.HASH_KEYS_PREVIOUS,
      demoWallet: isLocal,
      // Demo creators accept within seconds, so both fit into a newcomer's ten minutes.
      demoBattle: demoData ? { startsInMinutes: 2, minutes: 3 } : null,
      walletConnectProjectId: values.WALLETCONNECT_PROJECT_ID ?? null,
      x: xOf(values),
      localRpcUrl: isLocal ? (values.RPC_URLS[0] ?? null) : null,
      links: { docs: values.DOCS_URL ?? null, x: values.X_URL ?? null, chat: values.CHAT_URL ?? null },
      adminWallets: values.ADMIN_WALLETS.map((address) => address.toLowerCase()),
      trustSeeds:
        demoData && values.TRUST_SEEDS.length === 0
          ? DEMO_SEEDS
          : values.TRUST_SEEDS.map((address) => address.toLowerCase()),
      redeemMaturingMs: (values.REDEEM_MATURING_HOURS ?? (isLocal ? 0 : 72)) * 3_600_000,
      redeemReviewAbove: values.REDEEM_REVIEW_ABOVE ?? 500,
      ethUsdFeed: (values.ETH_USD_FEED ?? BY_NETWORK[values.CHAIN].ethUsdFeed)?.toLowerCase() ?? null,
      metricsToken: values.METRICS_TOKEN ?? null,
      // Null when not built or served by the development server: the API only.
      webDir: existsSync(root('web/dist/index.html')) ? root('web/dist') : null,
      lessonsDir: root('content/lessons'),
      glossaryDir: root('content/glossary'),
      trustProxy: proxy ?? false,
    },
  }
}
