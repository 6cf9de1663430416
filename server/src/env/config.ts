import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isKnownProvider, knownProvider, openIdProvider } from '../features/providers/known-providers.ts'
import type { ChainSettings } from '../platform/chain/chain.ts'
import type { S3Settings } from '../platform/files/s3-files.ts'
import type { Secrets, Settings } from '../platform/settings.ts'
import { type Environment, namedContracts } from './environment.ts'

/** Published with the source, so it protects nothing. Accepted on `local` only. */
export const PUBLISHED_HASH_KEY = 'aura-local-hash-key-that-everybody-knows'
/** Wallets of demo creators from whom Trust flows in the demo. */
const DEMO_SEEDS = ['0xe0b726ec10dce48a8025e5c9707365600bf157b7', '0x02bdbe10ab2185febaeaffd08b9b8f8e92367c78']

export interface ServerConfig {
  chain: ChainSettings
  host: string
  port: number
  databaseUrl: string
  /** PostgreSQL without the pooler of `databaseUrl`; null without a pooler. */
  databaseDirectUrl: string | null
  databasePoolSize: number
  /** NATS servers over which servers and live edges notify each other; empty for PostgreSQL's LISTEN. */
  natsUrls: readonly string[]
  /** Milliseconds for which a stopping server is out of the load balancer before it closes. */
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

/** Seconds of confirmation, USDC and ETH price feed by network. USDC as published by Circle, the feed by Chainlink. */
const BY_NETWORK = {
  local: { confirmationSeconds: 0, usdc: undefined, ethUsdFeed: undefined },
  'base-sepolia': {
    confirmationSeconds: 10,
    usdc: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    ethUsdFeed: undefined,
  },
  base: {
    confirmationSeconds: 24,
    usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    ethUsdFeed: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
  },
} as const

function chainOf(values: Environment): ChainSettings {
  const usual = BY_NETWORK[values.CHAIN]
  return {
    kind: values.CHAIN,
    rpcUrls: values.RPC_URLS,
    confirmationSeconds: values.CONFIRMATION_SECONDS ?? usual.confirmationSeconds,
    contracts: namedContracts(values, values.USDC_TOKEN ?? usual.usdc),
    startBlock: values.START_BLOCK ?? 0,
    ...(values.EXPLORER_URL ? { explorerUrl: values.EXPLORER_URL.replace(/\/+$/, '') } : {}),
  }
}

/** Returns X's settings if it has credentials, else on `local` those of the sandbox, else null. */
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

/** Returns the providers to sign in with besides X, on `local` also the issuer that the sandbox plays. */
function providersOf(values: Environment): Settings['providers'] {
  const listed = values.AUTH_PROVIDERS.map(({ id, name = id, issuer = '', clientId, clientSecret = null }) => {
    const credentials = { clientId, clientSecret }
    return isKnownProvider(id) ? knownProvider(id, credentials) : openIdProvider({ id, name, issuer }, credentials)
  })
  if (values.X_SANDBOX_URL === undefined) return listed
  // Its port changes, so accounts are stored under a name.
  const sandbox = { id: 'sandbox', name: 'Sandbox ID', key: 'sandbox' }
  const issuer = new URL('/openid', values.X_SANDBOX_URL).href
  return [...listed, openIdProvider({ ...sandbox, issuer }, { clientId: 'aura-sandbox', clientSecret: null })]
}

const root = (path: string) => resolve(import.meta.dirname, '../../..', path)

export interface EdgeConfig extends Pick<ServerConfig, 'host' | 'port' | 'natsUrls' | 'drainMs' | 'logLevel'> {
  settings: Pick<Settings, 'origin' | 'metricsToken' | 'trustProxy'>
}

/** Returns the configuration of a live edge, which uses few of the settings. It listens on loopback by default. */
export const edgeConfigOf = (values: Environment): EdgeConfig => ({
  host: values.HOST ?? '127.0.0.1',
  port: values.PORT,
  natsUrls: values.NATS_URL,
  drainMs: values.DRAIN_SECONDS * 1_000,
  logLevel: values.LOG_LEVEL,
  settings: {
    origin: new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin,
    metricsToken: values.METRICS_TOKEN ?? null,
    trustProxy: values.TRUST_PROXY ?? false,
  },
})

/** Returns the configuration, given settings without faults. */
export function configOf(values: Environment, env: Record<string, string | undefined>): ServerConfig {
  const isLocal = values.CHAIN === 'local'
  const demoData = isLocal && values.DEMO_DATA !== 'off'
  const proxy = values.TRUST_PROXY
  return {
    chain: chainOf(values),
    host: values.HOST ?? (isLocal ? '127.0.0.1' : '0.0.0.0'),
    port: values.PORT,
    databaseUrl: values.DATABASE_URL as string,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    natsUrls: values.NATS_URL,
    drainMs: values.DRAIN_SECONDS * 1_000,
    dataDir: resolve(values.DATA_DIR),
    store: storeOf(values),
    push: pushOf(values),
    extraCaCerts: env.NODE_EXTRA_CA_CERTS || null,
    secrets: {
      signerKey: (values.STEEZE_SIGNER_KEY as `0x${string}` | undefined) ?? null,
      relayKey: (values.RELAY_KEY as `0x${string}` | undefined) ?? null,
    },
    logLevel: values.LOG_LEVEL,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, share: values.OTEL_TRACES_SAMPLER_ARG }
      : null,
    demoData,
    settings: {
      origin: new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin,
      betaAccess: values.BETA_ACCESS ?? (isLocal ? 'open' : 'closed'),
      hashKey: values.HASH_KEY ?? PUBLISHED_HASH_KEY,
      previousHashKeys: values.HASH_KEYS_PREVIOUS,
      demoWallet: isLocal,
      // Demo creators accept within seconds, so both fit into a newcomer's ten minutes.
      demoBattle: demoData ? { startsInMinutes: 2, minutes: 3 } : null,
      walletConnectProjectId: values.WALLETCONNECT_PROJECT_ID ?? null,
      x: xOf(values),
      providers: providersOf(values),
      twitchChatUrl: values.CHAT_SOURCES.includes('twitch') ? values.TWITCH_CHAT_URL : null,
      kickApiUrl: values.CHAT_SOURCES.includes('kick') ? values.KICK_API_URL.replace(/\/+$/, '') : null,
      localRpcUrl: isLocal ? (values.RPC_URLS[0] ?? null) : null,
      links: { docs: values.DOCS_URL ?? null, x: values.X_URL ?? null, chat: values.CHAT_URL ?? null },
      adminWallets: values.ADMIN_WALLETS.map((address) => address.toLowerCase()),
      trustSeeds:
        demoData && values.TRUST_SEEDS.length === 0
          ? DEMO_SEEDS
          : values.TRUST_SEEDS.map((address) => address.toLowerCase()),
      streamHosts: values.STREAM_HOSTS,
      redeemMaturingMs: (values.REDEEM_MATURING_HOURS ?? (isLocal ? 0 : 72)) * 3_600_000,
      redeemReviewAbove: values.REDEEM_REVIEW_ABOVE ?? 500,
      abandonedHost: values.ABANDONED_HOST ?? null,
      relatedOrigins: values.RELATED_ORIGINS,
      accountFactory: values.ACCOUNT_FACTORY?.toLowerCase() ?? null,
      ethUsdFeed: (values.ETH_USD_FEED ?? BY_NETWORK[values.CHAIN].ethUsdFeed)?.toLowerCase() ?? null,
      metricsToken: values.METRICS_TOKEN ?? null,
      // Null if not built, or served by the development server: this server then has the API only.
      webDir: existsSync(root('web/dist/index.html')) ? root('web/dist') : null,
      lessonsDir: root('content/lessons'),
      glossaryDir: root('content/glossary'),
      trustProxy: proxy ?? false,
    },
  }
}
