import { streamOrigin } from '@aura/api/streams'
import { isKnownProvider, KNOWN_PROVIDERS } from '../features/providers/known-providers.ts'
import { isPublishedKey } from '../platform/chain/published-keys.ts'
import { connectionFault } from '../platform/db/connection/connection-security.ts'
import { isLoopback } from '../platform/outgoing/loopback.ts'
import { PUBLISHED_HASH_KEY } from './config.ts'
import { type Environment, NEEDED_ONLINE, X_ENDPOINTS } from './environment.ts'

/** Price feed of the local chain; a test of that chain verifies it. */
export const MOCK_FEED = '0x818e61e1cbd7d3d18056b554bb77c17bf2d75f95'

/** Returns a sentence, after the setting's name, for each setting that doesn't fit the network or the others. */
export const faultsOf = (values: Environment, env: Record<string, string | undefined>): string[] => [
  ...faultsOfDatabase(values),
  ...(values.CHAIN === 'local' ? faultsOnLocal(values) : [...faultsOnline(values), ...faultsOfTransport(values, env)]),
  ...faultsOfX(values),
  ...faultsOfProviders(values),
  ...faultsOfChat(values),
  ...faultsOfStore(values),
  ...faultsOfVapid(values),
  ...faultsOfRelay(values),
]

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

const faultsOfDatabase = ({ DATABASE_URL }: Environment): string[] =>
  DATABASE_URL === undefined
    ? ['DATABASE_URL: name a PostgreSQL server, as postgres://user:password@host:5432/name']
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

function faultsOfChat({ CHAIN, TWITCH_CHAT_URL, KICK_API_URL, CHAT_SOURCES, AUTH_PROVIDERS }: Environment): string[] {
  const isSafe = (url: string, protocol: string) =>
    new URL(url).protocol === protocol || (CHAIN === 'local' && isLoopback(new URL(url).hostname))
  const kick = AUTH_PROVIDERS.find(({ id }) => id === 'kick')
  return [
    ...(isSafe(TWITCH_CHAT_URL, 'ircs:')
      ? []
      : ['TWITCH_CHAT_URL: must be an ircs:// address, except on this machine and CHAIN=local']),
    ...(isSafe(KICK_API_URL, 'https:')
      ? []
      : ['KICK_API_URL: must be an https address, except on this machine and CHAIN=local']),
    ...(CHAT_SOURCES.includes('kick') && kick?.clientSecret === undefined
      ? ['CHAT_SOURCES: kick needs kick in AUTH_PROVIDERS, with its clientSecret']
      : []),
  ]
}

function faultsOfProviders({ AUTH_PROVIDERS, CHAIN }: Environment): string[] {
  const seen = new Set<string>()
  return AUTH_PROVIDERS.flatMap(({ id, name, issuer }) => {
    const say = (text: string) => [`AUTH_PROVIDERS: ${id}: ${text}`]
    const isTwice = [id, issuer].some((one) => one !== undefined && seen.has(one))
    for (const one of [id, issuer]) if (one !== undefined) seen.add(one)
    if (isTwice) return say('each id and issuer may stand here once')
    if (id === 'x') return say('X is set up by X_CLIENT_ID')
    if (isKnownProvider(id)) return name || issuer ? say('needs no name and issuer') : []
    if (!name || !issuer) return say(`needs a name and an issuer; only ${KNOWN_PROVIDERS.join(', ')} are known`)
    const url = new URL(issuer)
    if (url.search !== '' || url.hash !== '') return say('an issuer has neither ? nor #')
    const isHere = CHAIN === 'local' && isLoopback(url.hostname)
    return url.protocol === 'https:' || isHere
      ? []
      : say('needs an https issuer, except on this machine and CHAIN=local')
  })
}

function faultsOfStore(values: Environment): string[] {
  const names = ['S3_BUCKET_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = names.filter((name) => values[name] === undefined)
  return missing.length === names.length ? [] : missing.map((name) => `${name}: required for an image bucket`)
}

const faultsOfVapid = ({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Environment): string[] =>
  (VAPID_PUBLIC_KEY === undefined) === (VAPID_PRIVATE_KEY === undefined)
    ? []
    : ['VAPID_PRIVATE_KEY: set both it and VAPID_PUBLIC_KEY, or neither']

const faultsOfRelay = ({ RELAY_KEY, STEEZE_SIGNER_KEY }: Environment): string[] =>
  RELAY_KEY !== undefined && RELAY_KEY.toLowerCase() === STEEZE_SIGNER_KEY?.toLowerCase()
    ? ['RELAY_KEY: use another key than STEEZE_SIGNER_KEY, which stays in a process of its own']
    : []

/** Returns faults of settings that are too careless for real people and money. */
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
  if (values.RELAY_KEY !== undefined && isPublishedKey(values.RELAY_KEY)) {
    faults.push(`RELAY_KEY: this key is published; on CHAIN=${CHAIN} anyone could spend what it has`)
  }
  if (values.ETH_USD_FEED?.toLowerCase() === MOCK_FEED) {
    faults.push(`ETH_USD_FEED: this is the local chain's mock feed; CHAIN=${CHAIN} needs a real one`)
  }
  if (!values.PUBLIC_URL?.startsWith('https:')) {
    faults.push(`PUBLIC_URL: CHAIN=${CHAIN} needs the public https address`)
  }
  if (values.X_SANDBOX_URL !== undefined) {
    faults.push(`X_SANDBOX_URL: the sandbox is not allowed on CHAIN=${CHAIN}`)
  }
  const here = values.STREAM_HOSTS.filter(({ host }) => streamOrigin(host).startsWith('http:'))
  if (here.length > 0)
    faults.push(`STREAM_HOSTS: CHAIN=${CHAIN} needs hosts that others can reach; this machine is not`)
  if (values.METRICS_TOKEN === undefined) faults.push(`METRICS_TOKEN: CHAIN=${CHAIN} needs one; /metrics is not public`)
  return faults
}

/** Returns faults of connections that others could read or change. Loopback may be unencrypted. */
function faultsOfTransport(values: Environment, env: Record<string, string | undefined>): string[] {
  const { CHAIN, RPC_URLS } = values
  const faults: string[] = []
  const isClear = (url: string) => url.startsWith('http:')
  const clearNodes = RPC_URLS.filter((url) => isClear(url) && !isLoopback(new URL(url).hostname))
  if (clearNodes.length > 0) {
    const hosts = clearNodes.map((url) => new URL(url).host).join(' and ')
    faults.push(`RPC_URLS: CHAIN=${CHAIN} needs https nodes, except on loopback; not encrypted: ${hosts}`)
  }
  const collector = values.OTEL_EXPORTER_OTLP_ENDPOINT
  if (collector !== undefined && isClear(collector) && !isLoopback(new URL(collector).hostname)) {
    faults.push(`OTEL_EXPORTER_OTLP_ENDPOINT: CHAIN=${CHAIN} needs an https address, except on loopback`)
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
  faults.push(...faultsOfNats(values, `CHAIN=${CHAIN}`))
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    faults.push(`NODE_TLS_REJECT_UNAUTHORIZED: CHAIN=${CHAIN} must verify certificates; 0 accepts any`)
  }
  return faults
}

function faultsOfNats({ NATS_URL }: Environment, where: string): string[] {
  const clear = NATS_URL.map((url) => new URL(url)).filter(
    ({ protocol, hostname }) => protocol === 'nats:' && !isLoopback(hostname),
  )
  const hosts = clear.map(({ host }) => host).join(' and ')
  return clear.length === 0
    ? []
    : [`NATS_URL: ${where} needs tls:// addresses, except on loopback; not encrypted: ${hosts}`]
}

/** Returns the faults of a live edge's settings, whose PUBLIC_URL decides whether it is online. */
export function faultsOfEdge(values: Environment): string[] {
  const { NATS_URL, PUBLIC_URL, METRICS_TOKEN } = values
  const faults = NATS_URL.length === 0 ? ['NATS_URL: a live edge hears from the servers through it'] : []
  if (PUBLIC_URL === undefined) faults.push("PUBLIC_URL: a live edge needs the servers'")
  if (!PUBLIC_URL?.startsWith('https:')) return faults
  if (METRICS_TOKEN === undefined) faults.push('METRICS_TOKEN: an edge on https needs one; /metrics is not public')
  return [...faults, ...faultsOfNats(values, 'an edge on https')]
}

function missingOnline(values: Environment): string[] {
  const isMissing = (name: (typeof NEEDED_ONLINE)[number]) =>
    values[name] === undefined || values[name].toString() === ''
  return NEEDED_ONLINE.filter(isMissing).map((name) => `${name}: CHAIN=${values.CHAIN} needs it`)
}
