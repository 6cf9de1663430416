import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  alertFaults,
  alertTestFaults,
  caddyFaults,
  composeFaults,
  containerfileFaults,
  dashboardFaults,
  type Known,
  proxyEnvironment,
  settingsFileFaults,
  unitFaults,
} from '../../tests/server/deploy-files.ts'
import { Environment } from './env/environment.ts'
import { SECRET_SETTINGS } from './env/secret-files.ts'
import { giftMetrics } from './features/battles/gifts/gift-metrics.ts'
import { relayMetrics } from './features/relay/relay-metrics.ts'
import { redemptionMetrics } from './features/steeze/redeeming/redemption-metrics.ts'
import { features } from './features.ts'
import { defaultLimits } from './limits.ts'
import { registerAuditMetrics } from './platform/audit/audit-metrics.ts'
import type { Context } from './platform/context.ts'
import { registerPoolMetrics } from './platform/db/connection/pool-metrics.ts'
import { registerHealth } from './platform/http/health.ts'
import { registerMetrics } from './platform/http/metrics.ts'
import { registerSecurityMetrics } from './platform/http/security/security-metrics.ts'
import { registerNatsMetrics } from './platform/live/nats/nats-metrics.ts'
import { registerLiveMetrics } from './platform/live/serve-live.ts'
import { registerLogMetrics } from './platform/log/log-stream.ts'
import { registerPartitionMetrics } from './platform/partitions/partitions.ts'
import { registerTrimMetrics } from './platform/retention/trim-metrics.ts'
import { registerJobMetrics } from './platform/scheduler/job-metrics.ts'
import { registerTraceMetrics } from './platform/tracing/trace-metrics.ts'
import { BACKGROUND_CONNECTIONS, retention } from './run-features.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8')

const COMPOSE = read('deploy/compose.yaml')
const CADDYFILE = read('deploy/Caddyfile')
const CADDY_EDGES = read('deploy/edges/live.caddy')
const CONTAINERFILE = read('deploy/Containerfile')
const UNIT = read('deploy/aura.service')
const EDGE_UNIT = read('deploy/aura-edge.service')
const ALERTS = read('deploy/prometheus/alerts.yaml')
const ALERT_TESTS = read('deploy/prometheus/alerts.test.yaml')
const DASHBOARD = read('deploy/grafana/aura.json')
const SETTINGS = read('deploy/aura.env.example')
const EDGE_SETTINGS = read('deploy/edge.env.example')

/** Seconds after which a server gives up once it has drained. */
const CLOSES_WITHIN = 8
/** A connection that listens to the other servers. */
const LISTENING = 1
const longestDrain = Math.max(
  ...Array.from({ length: 1_000 }, (_, seconds) => seconds).filter(
    (seconds) => Environment.shape.DRAIN_SECONDS.safeParse(String(seconds)).success,
  ),
)

/** Returns a server without a database, which these figures and addresses do not need. */
function bareServer(): FastifyInstance {
  const app = Fastify()
  const ctx = {
    limits: defaultLimits,
    settings: { metricsToken: null },
    settingsGuard: { standing: 'confirmed' },
    chain: { contracts: null },
    db: { query: () => Promise.reject(new Error('no database')) },
  } as unknown as Context
  app.decorate('countRequest', { read: async () => {} } as unknown as FastifyInstance['countRequest'])
  registerHealth(app, ctx)
  registerMetrics(app, ctx)
  registerSecurityMetrics(app)
  redemptionMetrics(app.metrics)
  relayMetrics(app.metrics)
  giftMetrics(app.metrics)
  registerTraceMetrics(app.metrics, { counts: { ended: 0, exported: 0, failed: 0 } })
  registerAuditMetrics(app.metrics, ctx)
  registerTrimMetrics(app.metrics, ctx, retention)
  registerPartitionMetrics(app.metrics, ctx, [])
  registerPoolMetrics(app.metrics, {})
  for (const { metrics = [] } of features) for (const register of metrics) register(app.metrics, ctx)
  registerLiveMetrics(app.metrics, { size: 0, hub: { topics: 0, counts: { messages: 0, skipped: 0 } } })
  registerNatsMetrics(app.metrics, { link: { isConnected: true }, toldToEdges: () => 0 })
  registerLogMetrics(app.metrics, { dropped: 0 })
  registerJobMetrics(app.metrics)
  return app
}

describe('the files of deploy/', () => {
  let app: FastifyInstance
  let known: Known
  let own: string[]
  beforeAll(async () => {
    app = bareServer()
    const text = (await app.inject('/metrics')).body
    const kinds = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, kind]) => [name, kind]))
    own = [...kinds.keys()].flatMap((name = '') => (/^(nodejs|process)_/.test(name) ? [] : [name]))
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    known = {
      isSetting: (name) => name in Environment.shape || SECRET_SETTINGS.some((secret) => name === `${secret}_FILE`),
      isServed: (url) => app.hasRoute({ method: 'GET', url }),
      exists: (path) => existsSync(join(REPOSITORY, path)),
      isCommand: (word) => word in scripts,
      isMetric: (name) =>
        ['gauge', 'counter'].includes(kinds.get(name) ?? '') ||
        kinds.get(name.replace(/_(?:bucket|count|sum)$/, '')) === 'histogram',
      longestStop: longestDrain + CLOSES_WITHIN,
    }
  })
  afterAll(() => app.close())

  it('name only settings, files, addresses and metrics that exist', () => {
    expect({
      settings: [...settingsFileFaults(SETTINGS, known), ...settingsFileFaults(EDGE_SETTINGS, known)],
      compose: composeFaults(COMPOSE, known),
      caddy: caddyFaults(CADDYFILE, proxyEnvironment(COMPOSE, SETTINGS), known),
      caddyEdges: caddyFaults(CADDY_EDGES, { AURA_EDGES: '127.0.0.1:3100' }, known),
      containerfile: containerfileFaults(CONTAINERFILE, known),
      unit: unitFaults(UNIT, known),
      edgeUnit: unitFaults(EDGE_UNIT, known),
      alerts: alertFaults(ALERTS, known),
      alertTests: alertTestFaults(ALERT_TESTS, ALERTS),
      dashboard: dashboardFaults(DASHBOARD, known),
    }).toEqual({
      settings: [],
      compose: [],
      caddy: [],
      caddyEdges: [],
      containerfile: [],
      unit: [],
      edgeUnit: [],
      alerts: [],
      alertTests: [],
      dashboard: [],
    })
  })

  it('show every metric of our own on the dashboard', () => {
    expect(own.length).toBeGreaterThan(25)
    expect(own.filter((name) => !new RegExp(`\\b${name}(_bucket|_count|_sum)?\\b`).test(DASHBOARD))).toEqual([])
  })

  it('and the docs say how many connections a server may take', () => {
    const more = `up to ${BACKGROUND_CONNECTIONS + LISTENING} more`
    for (const path of ['README.md', 'docs/running.md']) expect([path, read(path).includes(more)]).toEqual([path, true])
    const [, each] = /may take (\d+) connections at the default/.exec(read('docs/running.md')) ?? []
    const pooled = Environment.shape.DATABASE_POOL_SIZE.parse(undefined) + BACKGROUND_CONNECTIONS
    expect(Number(each)).toBe(pooled + LISTENING)
    expect(read('docs/running.md')).toContain(`Set \`max_client_conn\` to ${pooled} for each server`)
    const scale = read('docs/scale.md')
    for (const said of [/server may open (\d+),/, /takes\s+(\d+) connections/]) expect(said.exec(scale)?.[1]).toBe(each)
    const why = read('docs/decisions/034-edges-are-told-states.md')
    expect(/takes (\d+) database connections/.exec(why)?.[1]).toBe(each)
  })

  /** Replaces `from`. Throws unless it is there. */
  const broken = (text: string, from: string, to: string) => {
    expect(text).toContain(from)
    return text.replace(from, to)
  }

  it.each([
    ['HASH_KEY_FILE:', 'HASH_KEYS_FILE:', 'HASH_KEYS_FILE is no setting'],
    ['TRUST_PROXY:', 'TRUSTED_PROXY:', 'TRUSTED_PROXY is no setting'],
    ['deploy/Containerfile', 'deploy/Dockerfile', "deploy/Dockerfile doesn't exist"],
    ['./Caddyfile:', './Caddyfiles:', "./Caddyfiles doesn't exist"],
    ['- data:/data', '- date:/data', "date doesn't exist"],
    ['env_file: aura.env', 'env_file: other.env', 'other.env has no example'],
    ['/run/secrets/hash-key', '/run/secrets/hash', 'secret hash is read and not granted'],
    ['  hash-key:\n    file', '  hashes:\n    file', 'secret hash-key is not declared'],
    ['stop_grace_period: 75s', 'stop_grace_period: 68s', 'a stopping server is killed too early'],
    ['--host=127.0.0.1', '--host=/var/run/postgresql', 'the database seems healthy while it is created'],
    ['logging: *logging', 'labels: {}', 'the log of server grows for ever'],
    ['enable_ipv6: true', 'enable_ipv6: false', 'the proxy sees no address of visitors over IPv6'],
  ])('are refused when compose.yaml has %s changed to %s', (from, to, fault) => {
    expect(composeFaults(broken(COMPOSE, from, to), known)).toContain(fault)
  })

  it.each([
    ['/readyz', '/ready', '/ready is not served'],
    ['health_uri', '# health_uri', 'asks for no health'],
    ['{$AURA_SERVERS}', '{$SERVERS}', 'SERVERS is not set for the proxy'],
  ])('are refused when the Caddyfile has %s changed to %s', (from, to, fault) => {
    expect(caddyFaults(broken(CADDYFILE, from, to), proxyEnvironment(COMPOSE, SETTINGS), known)).toContain(fault)
  })

  it.each([
    ['/readyz', '/ready', '/ready is not served'],
    ['{$AURA_EDGES}', '{$EDGES}', 'EDGES is not set for the proxy'],
  ])('are refused when the part for live edges has %s changed to %s', (from, to, fault) => {
    const given = { AURA_EDGES: '127.0.0.1:3100' }
    expect(caddyFaults(broken(CADDY_EDGES, from, to), given, known)).toContain(fault)
  })

  it.each([
    ['DATA_DIR=', 'DATA_FOLDER=', 'DATA_FOLDER is no setting'],
    ['PORT=3000', 'PORT=3001', 'it exposes another port than 3001'],
    ['process.env.PORT', 'process.env.HTTP_PORT', 'HTTP_PORT is not set'],
    ['/healthz', '/health', '/health is not served'],
    ['npm run build', 'npm run compile', "npm run compile doesn't exist"],
    ['server/src/main.ts', 'server/main.ts', "server/main.ts doesn't exist"],
    ['COPY . .', 'COPY sources .', "sources doesn't exist"],
    ['USER 65534:65534', 'USER 0:0', 'it runs as a user with rights'],
  ])('are refused when the Containerfile has %s changed to %s', (from, to, fault) => {
    expect(containerfileFaults(broken(CONTAINERFILE, from, to), known)).toContain(fault)
  })

  it.each([
    ['Environment=HOST=', 'Environment=ADDRESS=', 'ADDRESS is no setting'],
    ['server/src/main.ts', 'server/src/start.ts', "server/src/start.ts doesn't exist"],
    ['ExecStart=node', 'ExecStart=/usr/bin/node', 'it names the folder of Node'],
    ['%d/hash-key', '%d/hash', 'credential hash is read and not loaded'],
    ['/etc/aura/aura.env', '/etc/aura/server.env', "deploy/server.env.example doesn't exist"],
    ['TimeoutStopSec=75s', 'TimeoutStopSec=68s', 'a stopping server is killed too early'],
  ])('are refused when the unit has %s changed to %s', (from, to, fault) => {
    expect(unitFaults(broken(UNIT, from, to), known)).toContain(fault)
  })

  it.each([
    ['server/src/edge.ts', 'server/src/edges.ts', "server/src/edges.ts doesn't exist"],
    ['ExecStart=node', 'ExecStart=/usr/bin/node', 'it names the folder of Node'],
    ['%d/nats-url', '%d/nats', 'credential nats is read and not loaded'],
    ['/etc/aura/edge.env', '/etc/aura/edges.env', "deploy/edges.env.example doesn't exist"],
    ['TimeoutStopSec=75s', 'TimeoutStopSec=68s', 'a stopping server is killed too early'],
  ])('are refused when the unit of an edge has %s changed to %s', (from, to, fault) => {
    expect(unitFaults(broken(EDGE_UNIT, from, to), known)).toContain(fault)
  })

  it('are refused when they ask for a metric that is not there', () => {
    const alerts = broken(ALERTS, 'max(steeze_unexplained)', 'max(steeze_lost)')
    expect(alertFaults(alerts, known)).toEqual(['steeze_lost is no metric'])
    const unused = broken(
      ALERTS,
      'expr: aura:battle_settle_delay_seconds:p99_5m',
      'expr: battle_settle_delay_seconds_sum',
    )
    expect(alertFaults(unused, known)).toEqual(['aura:battle_settle_delay_seconds:p99_5m is recorded for nothing'])
    const renamed = broken(ALERTS, 'alert: AuditFailed', 'alert: AuditBroken')
    expect(new Set(alertTestFaults(ALERT_TESTS, renamed))).toEqual(
      new Set(['AuditBroken is not seen to fire', 'AuditBroken is not seen to keep silent', 'AuditFailed is no alert']),
    )
    const dashboard = broken(DASHBOARD, 'http_request_duration_seconds_bucket', 'http_request_duration_bucket')
    expect(dashboardFaults(dashboard, known)).toEqual(['http_request_duration_bucket is no metric'])
    expect(settingsFileFaults('CHAINS=base\n', known)).toEqual(['CHAINS is no setting'])
  })
})
