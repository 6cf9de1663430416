import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { features } from './features.ts'
import { registerAuditMetrics } from './platform/audit/audit-metrics.ts'
import type { Context } from './platform/context.ts'
import { answerError } from './platform/http/answer-error.ts'
import { registerConnectionSeen } from './platform/http/connection-seen.ts'
import { registerDocumentation } from './platform/http/documentation.ts'
import { dropUnread } from './platform/http/drop-unread.ts'
import { FairGate } from './platform/http/fair-gate.ts'
import { finishHandlers } from './platform/http/finish-handlers.ts'
import { registerHealth } from './platform/http/health.ts'
import { registerMetrics } from './platform/http/metrics.ts'
import { MAX_PARAM_LENGTH, registerWebApp } from './platform/http/pages/web-app.ts'
import { refuseNul } from './platform/http/security/refuse-nul.ts'
import { registerSecurity } from './platform/http/security/security.ts'
import { registerSecurityMetrics } from './platform/http/security/security-metrics.ts'
import type { LiveNats } from './platform/live/nats/live-nats.ts'
import { serveLive } from './platform/live/serve-live.ts'
import type { LiveSource } from './platform/live/source.ts'
import { registerPartitionMetrics } from './platform/partitions/partitions.ts'
import { registerTrimMetrics } from './platform/retention/trim-metrics.ts'
import type { AccessRules } from './platform/session/access-rules.ts'
import { sessionResolver } from './platform/session/session.ts'
import { traceRequests } from './platform/tracing/trace-requests.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { partitioned, retention } from './run-features.ts'

/** Builds the server without listening; the caller closes the dependencies. `moreLive` adds topics for tests. */
export async function buildApp(
  ctx: Context,
  {
    logger = false,
    moreLive = [],
    tracing = null,
    nats = null,
  }: {
    logger?: FastifyServerOptions['logger']
    moreLive?: readonly LiveSource[]
    tracing?: Tracing | null
    nats?: LiveNats | null
  } = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logger ?? false,
    trustProxy: ctx.settings.trustProxy,
    bodyLimit: ctx.limits.bodyBytes,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    requestTimeout: 30_000,
    // `registerHealth` responds while the server stops.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // Malformed addresses never reach a handler, but get the usual refusal.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
  })
  dropUnread(app.server, ctx.limits.unreadMs)
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(answerError)
  if (tracing) traceRequests(app, tracing)
  // Hooks run in reverse order, so that changes made while the server closes are still published.
  let stopTelling = async () => {}
  app.addHook('onClose', () => stopTelling())
  finishHandlers(app)
  await app.register(cookie)
  // Calls and pages say so; compressed requests are refused, since a small one could unpack to any size.
  await app.register(compress, { encodings: ['br', 'gzip'], global: false })
  const access = accessRulesOf(ctx)
  app.decorate('accessRules', access)
  app.decorate('gates', { heavy: new FairGate(ctx.limits.gates.heavy), light: new FairGate(ctx.limits.gates.light) })
  app.decorate('resolveSession', sessionResolver(ctx, access))
  await registerSecurity(app, ctx)
  refuseNul(app)
  registerHealth(app, ctx)
  registerMetrics(app, ctx)
  registerSecurityMetrics(app)
  registerAuditMetrics(app.metrics, ctx)
  registerTrimMetrics(app.metrics, ctx, retention)
  registerPartitionMetrics(app.metrics, ctx, partitioned)
  registerConnectionSeen(app, ctx)
  await registerDocumentation(app, ctx)
  for (const { routes, metrics = [] } of features) {
    for (const register of metrics) register(app.metrics, ctx)
    await routes?.(app, ctx, features)
  }
  const live = features.flatMap((feature) => (feature.live ?? []).map((make) => make(ctx, features)))
  stopTelling = serveLive(app, ctx, [...live, ...moreLive], nats)
  const pageTags = features.flatMap((feature) => (feature.pageTags ?? []).map((make) => make(ctx, features)))
  await registerWebApp(app, ctx, pageTags)
  return app
}

function accessRulesOf(ctx: Context): AccessRules {
  const [makeRules, ...more] = features.flatMap(({ accessRules = [] }) => accessRules)
  if (!makeRules || more.length > 0) throw new Error('exactly one feature decides who may make a call')
  return makeRules(ctx)
}
