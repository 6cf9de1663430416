import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import { batchLoader } from '../db/batch-loader.ts'
import { answerError } from '../http/answer-error.ts'
import { dropUnread } from '../http/drop-unread.ts'
import { serveHealth } from '../http/health.ts'
import { registerMetrics } from '../http/metrics.ts'
import { registerSecurity } from '../http/security/security.ts'
import type { Limits } from '../limits.ts'
import type { Settings } from '../settings.ts'
import { openBus } from './bus.ts'
import { Hub } from './hub.ts'
import { createLive } from './live.ts'
import type { LiveNats } from './nats/live-nats.ts'
import { registerNatsMetrics } from './nats/nats-metrics.ts'
import { ServerSubscription } from './nats/subscribe-from-server.ts'
import { registerStreams, runStreams } from './serve-live.ts'
import { Slices } from './slices.ts'
import { fastestMsOf, idOf } from './source.ts'
import { registerLiveStream } from './stream.ts'
import { Streams } from './streams.ts'

export interface EdgeContext {
  nats: LiveNats
  clock: Clock
  limits: Pick<Limits, 'live' | 'rates' | 'sessionMs' | 'unreadMs'>
  settings: Pick<Settings, 'origin' | 'metricsToken' | 'trustProxy'>
}

/**
 * Builds a live edge without listening; the caller closes NATS. It serves the same streams as a server, with states,
 * sessions and the list of topics from servers over NATS.
 */
export async function buildEdge(
  { nats, clock, limits, settings }: EdgeContext,
  { logger = false }: { logger?: FastifyServerOptions['logger'] } = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logger ?? false,
    trustProxy: settings.trustProxy,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    requestTimeout: 30_000,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
  })
  dropUnread(app.server, limits.unreadMs)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(new AppError('NOT_FOUND'), request, reply))
  await app.register(cookie)
  await registerSecurity(app, { settings: { ...settings, walletConnectProjectId: null, localRpcUrl: null }, limits })

  const failed = (error: unknown) => app.log.error({ err: error }, 'live streams')
  const live = createLive({ clock, limits })
  const slices = new Slices(limits.live.sliceMs)
  const hub: Hub = new Hub({
    read: (topic) => states.read(topic),
    readAtMs: (topic) => states.readAtMs(topic),
    pace: limits.live,
    fastestMs: (topic) => fastestMsOf(states.kinds, topic),
    slices,
    onError(error, topic) {
      // An outage was logged once and needs no line per topic; a topic whose visitor left needs no state.
      if (states.isReady && hub.watching(topic) > 0) app.log.error({ err: error, topic }, 'failed to hear a live state')
    },
  })
  const states: ServerSubscription = new ServerSubscription({
    nats,
    renewMs: limits.live.edgeRenewMs,
    watching: (topic) => hub.watching(topic),
    tokenHashFor: (topic) => streams.tokenHashOf(idOf(topic)),
    onNews: (topic) => hub.changed(topic),
    onError: failed,
  })
  const streams = new Streams({
    hub,
    viewers: live.viewers,
    slices,
    get sources() {
      return states.kinds
    },
    limits: limits.live,
    findUsers: (tokenHashes) => states.findUsers(tokenHashes),
  })
  serveHealth(app, async () => nats.link.isConnected && states.isReady)
  registerMetrics(app, { settings })
  registerStreams(app, streams)
  registerNatsMetrics(app.metrics, { link: nats.link })
  app.addHook('onRequest', async ({ routeOptions }) => {
    // Before a server named the kinds, a stream would be refused for its topics.
    if (routeOptions.url === '/api/live' && states.kinds.length === 0) throw new AppError('UNAVAILABLE')
  })
  registerLiveStream(
    app,
    { settings, limits },
    {
      streams,
      findUser: batchLoader((tokenHashes: readonly Uint8Array[]) => states.findUsers(tokenHashes)),
      viewingKey: () => states.viewingKey,
    },
  )

  const bus = openBus(null, { nats, hears: ['changed', 'signal', 'relayed'], onError: failed })
  const running = runStreams({
    limits: limits.live,
    live,
    streams,
    bus,
    onNews: (topic) => states.changed(topic),
    // Servers count viewers, too, and publish the number in a state.
    onViewers: () => {},
    onGap: () => states.forget(),
    failed,
  })
  app.addHook('preClose', async () => {
    running.end()
    states.close()
    await running.close()
  })
  return app
}
