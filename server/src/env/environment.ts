import { isIP } from 'node:net'
import { WALLET_ADDRESS_PATTERN } from '@aura/api/ids'
import { readListedHost } from '@aura/api/streams'
import { z } from 'zod'
import type { ContractAddresses } from '../platform/chain/chain.ts'
import { listedKeys } from '../platform/keyed-hash.ts'

const blank = (text: unknown) => (text === '' ? undefined : text)
const optional = <T extends z.ZodType>(type: T) => z.preprocess(blank, type.optional())
const link = () => optional(z.url({ protocol: /^https$/, error: 'must be an https address' }))

const address = () => optional(z.string().regex(WALLET_ADDRESS_PATTERN, 'must be the address of a contract'))
const listed = (text: unknown) => (typeof text === 'string' ? text.split(/[\s,]+/).filter((part) => part !== '') : [])

const listedSecrets = (text: unknown) => (typeof text === 'string' ? listedKeys(text) : [])

const httpAddress = () => z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
/** An address for `fetch`, which refuses URLs with credentials. */
const requestAddress = () =>
  httpAddress().refine((url) => !URL.canParse(url) || `${new URL(url).username}${new URL(url).password}` === '', {
    error: 'must not contain a user or password',
  })

export const X_ENDPOINTS = {
  X_AUTHORIZE_URL: 'https://x.com/i/oauth2/authorize',
  X_TOKEN_URL: 'https://api.x.com/2/oauth2/token',
  X_USER_URL: 'https://api.x.com/2/users/me',
  X_POST_URL: 'https://api.x.com/2/tweets',
  X_IMAGE_ORIGIN: 'https://pbs.twimg.com',
} as const
const endpoint = (name: keyof typeof X_ENDPOINTS) => z.preprocess(blank, requestAddress().default(X_ENDPOINTS[name]))

/** A provider by its id and the client that it knows this server as; others than the known ones with name and issuer. */
const AuthProvider = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be a word of small letters, digits and -'),
  name: z.string().trim().min(1).max(30).optional(),
  issuer: requestAddress().optional(),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
})

const providerList = () =>
  z.preprocess(
    (text) => (typeof text === 'string' && text.trim() !== '' ? parsedJson(text) : []),
    z.array(AuthProvider, {
      error: 'must be a JSON array, such as [{"id":"google","clientId":"…","clientSecret":"…"}]',
    }),
  )

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const chatAddress = () =>
  z.preprocess(
    blank,
    z
      .string()
      .refine((text) => /^ircs?:\/\/[\w.:[\]-]+:\d+\/?$/.test(text) && URL.canParse(text), {
        error: 'must be ircs://host:port',
      })
      .default('ircs://irc.chat.twitch.tv:6697'),
  )

const natsAddresses = () =>
  z.preprocess(
    listed,
    z.array(z.url({ protocol: /^(nats|tls)$/, error: 'must be nats:// or tls:// addresses, separated by commas' })),
  )

const proxies = z.string().refine((text) => text.split(',').every((part) => isProxy(part.trim())), {
  error: 'must be addresses, or networks such as 10.0.0.0/8, separated by commas',
})

/** Minimum of distinct characters in a key; a random one has more, and one with fewer was typed. */
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

const privateKey = () =>
  optional(
    z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be a private key: 0x and 64 digits', abort: true })
      .refine((key) => hasEnough(key.slice(2)), TOO_FEW),
  )

const streamHost = () =>
  z.string().transform((entry, { addIssue }) => {
    const host = readListedHost(entry.toLowerCase())
    if (!host) addIssue('must be hosts such as hls:live.example.org or owncast:tv.example.org, separated by commas')
    return host ?? z.NEVER
  })

/** Browsers read no more than five names of sites. */
const relatedOrigin = () =>
  z
    .url({ protocol: /^https$/, error: 'must be https addresses, separated by commas' })
    .transform((address) => new URL(address).origin)

/** Every setting, in the order of `.env.example`. */
export const Environment = z.object({
  CHAIN: z.preprocess(blank, z.enum(['local', 'base-sepolia', 'base']).default('local')),
  HOST: optional(z.string()),
  // Ports above are used for outgoing connections, so one may be taken.
  PORT: z.preprocess(blank, z.coerce.number().int().min(1).max(32_767).default(3000)),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
  ABANDONED_HOST: optional(z.string().toLowerCase()),
  RELATED_ORIGINS: z.preprocess(listed, z.array(relatedOrigin()).max(5, 'must be at most 5 sites')),
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
  NATS_URL: natsAddresses(),
  DRAIN_SECONDS: z.preprocess(blank, z.coerce.number().int().min(0).max(60).default(0)),
  DEMO_DATA: optional(z.enum(['on', 'off'])),
  BETA_ACCESS: optional(z.enum(['open', 'closed'])),
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
  CONFIRMATION_SECONDS: optional(z.coerce.number().int().min(0).max(3_600)),
  STEEZE_SIGNER_KEY: privateKey(),
  ACCOUNT_FACTORY: address(),
  RELAY_KEY: privateKey(),
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
  STREAM_HOSTS: z.preprocess(listed, z.array(streamHost())),
  HASH_KEY: optional(secret(32)),
  HASH_KEYS_PREVIOUS: z.preprocess(listedSecrets, z.array(secret(32))),
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
  AUTH_PROVIDERS: providerList(),
  CHAT_SOURCES: z.preprocess(listed, z.array(z.enum(['twitch', 'kick'], { error: 'may name twitch and kick' }))),
  TWITCH_CHAT_URL: chatAddress(),
  KICK_API_URL: z.preprocess(blank, requestAddress().default('https://api.kick.com/public/v1')),
  WALLETCONNECT_PROJECT_ID: optional(z.string().regex(/^[0-9a-f]{32}$/, 'must be a project id: 32 digits, 0 to f')),
  DOCS_URL: link(),
  X_URL: link(),
  CHAT_URL: link(),
})
export type Environment = z.output<typeof Environment>

/** Settings that are required off `local`. */
export const NEEDED_ONLINE = [
  'RPC_URLS',
  'VOUCH_CONTRACT',
  'STEEZE_CONTRACT',
  'START_BLOCK',
  'STEEZE_SIGNER_KEY',
] as const satisfies readonly (keyof Environment)[]

/** Returns the addresses of the contracts in lower case; null until all are named. */
export function namedContracts(values: Environment, usdc: string | undefined): ContractAddresses | null {
  const { VOUCH_CONTRACT: vouch, STEEZE_CONTRACT: steeze } = values
  if (!vouch || !steeze || !usdc) return null
  return { vouch: vouch.toLowerCase(), steeze: steeze.toLowerCase(), usdc: usdc.toLowerCase() }
}

/** Returns whether Fastify accepts it as a proxy, which it would only check when the server is built. */
function isProxy(text: string): boolean {
  if (text === 'loopback' || text === 'linklocal' || text === 'uniquelocal') return true
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return maxBits > 0 && (bits === undefined || (Number(bits) > 0 && Number(bits) <= maxBits))
}
