import { lookup } from 'node:dns/promises'
import type { Clock } from '../clock.ts'
import type { ConnectionSeen } from '../http/connection-seen.ts'
import type { Fetch } from '../outgoing/bounded-fetch.ts'
import { isLoopback } from '../outgoing/loopback.ts'
import { isPublicAddress } from '../outgoing/public-lookup.ts'
import { type Finding, ok, problem, reasonOf, skipped, warning } from './check.ts'
import { type Certificate, type Probed, probeStream } from './stream-probe.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Certificates of a year are renewed by hand, later than a sixth before their end. */
const MAX_RENEW_MS = 14 * DAY_MS
/** Certificates of 90 days, 6 days or 12 hours are normally renewed with at least a third of that left. */
const RENEW_SHARE = 1 / 6

/** An address from a range reserved for documentation, which no host has. */
const FOREIGN = '203.0.113.7'

export interface PublicAddress {
  origin: string
  metricsToken: string | null
  /** A topic that visitors may follow. */
  topic: string
  ask: Fetch
  clock: Pick<Clock, 'now'>
  headMs?: number
  bodyMs?: number
}

/** Checks the path of a browser: TLS, the proxy, the server, and back with a live stream. */
export async function checkPublicAddress(address: PublicAddress, signal: AbortSignal): Promise<Finding[]> {
  const { origin, topic, clock, headMs = 5_000, bodyMs = 5_000 } = address
  const url = new URL(`/api/live?topics=${topic}`, origin)
  let probed: Probed
  try {
    probed = await probeStream(url, { headMs, bodyMs, signal })
  } catch (error) {
    const isLocal = url.protocol === 'http:' && isLoopback(url.hostname)
    return [isLocal ? skipped(`Nothing runs at ${origin}`) : problem(unreachable(origin, error))]
  }
  const ofTls = probed.certificate ? [judgeCertificate(probed.certificate, clock.now())] : []
  const found = [...ofTls, ...stream(probed, origin)]
  return [...found, ...(await ready(address)), ...(await seen(address))]
}

const TLS_TODO: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew it.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed. Get one that browsers trust.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is of an unknown authority. Get one that browsers trust, or name yours in NODE_EXTRA_CA_CERTS.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it sends no intermediate certificate. Give the proxy the full chain.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name. Get one for this name.',
  ENOTFOUND: 'the name has no address. Add it to DNS.',
  ECONNREFUSED: 'nothing listens there. Start the proxy.',
}

function unreachable(origin: string, error: unknown): string {
  const { code = '' } = error as { code?: string }
  return `${origin} can't be reached: ${TLS_TODO[code] ?? `${reasonOf(error)}. Check DNS, the firewall and the proxy.`}`
}

/** Warns if the certificate should have been renewed, given its lifetime of 12 hours to a year. */
export function judgeCertificate({ begins, ends, protocol }: Certificate, now: Date): Finding {
  const leftMs = ends.getTime() - now.getTime()
  const renewMs = Math.min(MAX_RENEW_MS, (ends.getTime() - begins.getTime()) * RENEW_SHARE)
  if (leftMs < renewMs) {
    return warning(
      `The certificate ends in ${durationText(leftMs)}. Renew it, and see why that did not happen by itself.`,
    )
  }
  return ok(`${protocol}, and a certificate that ends in ${durationText(leftMs)}`)
}

function durationText(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  const [count, unit] = days > 0 ? [days, 'day'] : [Math.ceil(ms / HOUR_MS), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function stream({ status, headers, hasBody }: Probed, origin: string): Finding[] {
  const type = headers.get('content-type') ?? ''
  if (status === 429 || status === 503) {
    return [warning(`${origin} has no room for another live stream (status ${status}). Run the doctor again later.`)]
  }
  if (status !== 200 || !type.startsWith('text/event-stream')) {
    return [
      problem(`${origin}/api/live returns status ${status} instead of a stream. Pass it on to the server unchanged.`),
    ]
  }
  if (headers.has('content-encoding')) {
    return [problem(`The proxy compresses live updates, which delays them. Turn compression off for /api/live.`)]
  }
  if (!hasBody) return [problem('The proxy holds live updates back. Turn buffering off for /api/live.')]
  return [ok('Live updates arrive at once')]
}

async function ready({ origin, ask }: PublicAddress): Promise<Finding[]> {
  const response = await ask(`${origin}/readyz`).catch(reasonOf)
  if (typeof response === 'string') return [problem(`${origin}/readyz does not respond: ${response}. Check the proxy.`)]
  if (response.ok) return [ok('The server is ready')]
  return [
    problem(`${origin}/readyz returns status ${response.status}: the server can't write. See the database's findings.`),
  ]
}

async function seen({ origin, metricsToken, ask }: PublicAddress): Promise<Finding[]> {
  const authorization = metricsToken === null ? {} : { authorization: `Bearer ${metricsToken}` }
  const response = await ask(`${origin}/connection`, {
    headers: { 'x-forwarded-for': FOREIGN, ...authorization },
  }).catch(reasonOf)
  if (typeof response === 'string')
    return [problem(`${origin}/connection does not respond: ${response}. Check the proxy.`)]
  if (!response.ok) {
    return [
      problem(
        `The server refuses METRICS_TOKEN (status ${response.status}): it has other settings, or the proxy keeps ` +
          'Authorization back. Give the doctor the settings of the server.',
      ),
    ]
  }
  const url = new URL(origin)
  return judgeConnection((await response.json()) as ConnectionSeen, url, await isPublicSite(url))
}

/** Returns false if the name has no address. */
async function isPublicSite({ hostname }: URL): Promise<boolean> {
  const found = await lookup(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true }).catch(() => [])
  return found.some(({ address }) => isPublicAddress(address))
}

/** Judges how the server saw a request that claimed to come from FOREIGN. `isPublic`: from the internet. */
export function judgeConnection(
  { address, peer, forwardedFor, host }: ConnectionSeen,
  { host: own, protocol }: URL,
  isPublic: boolean,
): Finding[] {
  const named =
    host === own ? [] : [problem(`The proxy passes the name ${host} on. Pass on the Host that was asked for, ${own}.`)]
  // The server speaks plain http, so https means a proxy.
  if (protocol === 'http:') return named.length > 0 ? named : [skipped('No proxy, since the address is plain http')]
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  const last = hops.at(-1) ?? ''
  if (forwardedFor === null) {
    return [
      ...named,
      problem(
        "The proxy sends no X-Forwarded-For, so all clients share its address and its limits. Make it add the client's.",
      ),
    ]
  }
  if (last === FOREIGN) {
    return [
      ...named,
      problem("The proxy passes on clients' own X-Forwarded-For, which may say anything. Make it append the address."),
    ]
  }
  if (last === peer || isLoopback(last)) {
    return [
      ...named,
      warning('TRUST_PROXY can only be checked from another machine than the proxy. Run the doctor there.'),
    ]
  }
  if (address === peer) {
    return [
      ...named,
      problem(
        `The server doesn't trust its proxy, so all clients share its address and its limits. Add ${peer} to TRUST_PROXY.`,
      ),
    ]
  }
  if (address === FOREIGN) {
    return [
      ...named,
      problem(
        `TRUST_PROXY also trusts ${last}, which is no proxy: clients choose their address. Name the proxy alone.`,
      ),
    ]
  }
  if (isPublic && !isPublicAddress(address)) {
    return [
      ...named,
      warning(
        `The proxy takes ${address}, which isn't public, for the client's address. Run the doctor from another network. ` +
          'If it says so there, too, clients share that address and its limits: see what stands before the proxy.',
      ),
    ]
  }
  return named.length > 0 ? named : [ok('The proxy passes on names and addresses, and the server believes no other')]
}
