import client, { type Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { outsideCalls } from '../db/per-call-db.ts'
import type { Limits } from '../limits.ts'
import { findSessionUsers, sessionsReader } from '../session/session.ts'
import { type Bus, openBus } from './bus.ts'
import { signalFrame } from './frames.ts'
import { Hub } from './hub.ts'
import { type Live, SESSIONS_KIND } from './live.ts'
import type { LiveNats } from './nats/live-nats.ts'
import { registerNatsMetrics } from './nats/nats-metrics.ts'
import { type EdgePublisher, publishToEdges } from './nats/publish-to-edges.ts'
import { paceMs } from './pace.rules.ts'
import { Signals } from './signals.ts'
import { Slices } from './slices.ts'
import { fastestMsOf, idOf, kindOf, type LiveSource, readTopic } from './source.ts'
import { registerLiveStream } from './stream.ts'
import { BEAT_ROUNDS, Streams } from './streams.ts'
import { type Viewers, viewerOfText, viewerText, viewingKeyOf } from './viewers.ts'

const NEWS_MS = 1_000
/** Minimum interval of a topic's signal frames, with few watchers. */
const SIGNALS_MS = 250

declare module 'fastify' {
  interface FastifyInstance {
    liveCounts: Hub['counts']
    /** Makes browsers reconnect elsewhere, spread over `ms`. Resolves after that. */
    endStreams(ms: number): Promise<void>
  }
}

/**
 * Serves live streams. With `nats` servers notify each other over it and respond to live edges. Streams end when the
 * server begins to close. Returns a function that stops publishing changes; call it after the last request has ended.
 */
export function serveLive(
  app: FastifyInstance,
  ctx: Context,
  sources: readonly LiveSource[],
  nats: LiveNats | null = null,
): () => Promise<void> {
  const { live, limits } = ctx
  const viewingKey = viewingKeyOf(ctx.settings.hashKey)
  const findUsers = (tokenHashes: readonly Uint8Array[]) => findSessionUsers(ctx, tokenHashes)
  const slices = new Slices(limits.live.sliceMs)
  const read = (topic: string) => readTopic(sources, topic)
  const hub = new Hub({
    read,
    pace: limits.live,
    fastestMs: (topic) => fastestMsOf(sources, topic),
    slices,
    onError: (error, topic) => app.log.error({ err: error, topic }, 'failed to read a live state'),
  })
  const streams = new Streams({ hub, viewers: live.viewers, slices, sources, limits: limits.live, findUsers })
  registerStreams(app, streams)
  registerLiveStream(app, ctx, { streams, findUser: sessionsReader(ctx), viewingKey: () => viewingKey })

  const failed = (error: unknown) => app.log.error({ err: error }, 'live streams')
  let edges: EdgePublisher | null = null
  if (nats) registerNatsMetrics(app.metrics, { link: nats.link, toldToEdges: () => edges?.topics ?? 0 })
  let running: RunningStreams | undefined
  app.addHook('onReady', async () => {
    const bus = openBus(ctx.db, { nats, onError: failed })
    edges =
      nats &&
      publishToEdges({
        nats,
        hub,
        sources,
        read,
        viewingKey,
        renewMs: limits.live.edgeRenewMs,
        findUsers,
        onError: failed,
      })
    running = runStreams({ limits: limits.live, live, streams, bus, failed })
  })
  // Streams never end on their own, and the server waits for its connections.
  app.addHook('preClose', async () => {
    edges?.close()
    running?.end()
  })
  return async () => running?.close()
}

export function registerStreams(app: FastifyInstance, streams: Streams): void {
  app.decorate('liveCounts', streams.hub.counts)
  app.decorate('endStreams', (ms: number) => streams.endOver(ms, 'shutdown'))
  registerLiveMetrics(app.metrics, streams)
}

interface RunningStreams {
  /** Ends the streams. Changes are still published. */
  end(): void
  /** Publishes pending changes and no later ones. */
  close(): Promise<void>
}

interface RunOptions {
  limits: Limits['live']
  live: Live
  streams: Streams
  bus: Bus
  /** Called when a topic has a new state. */
  onNews?: (topic: string) => void
  onViewers?: (topic: string) => void
  /** Called before every topic is read again. */
  onGap?: () => void
  failed: (error: unknown) => void
}

/** Runs streams: they hear changes here and on the bus, beat, and end with their sessions. */
export function runStreams(options: RunOptions): RunningStreams {
  const { limits, live, streams, bus, failed } = options
  const { hub } = streams
  const readAgain = (topic: string) => hub.changed(topic)
  const { onNews = readAgain, onViewers = readAgain, onGap } = options
  const checkSessions = (userId?: string) => void streams.endWithoutSession(userId).catch(failed)
  const hear = (topic: string) => {
    if (kindOf(topic) === SESSIONS_KIND) checkSessions(idOf(topic))
    else onNews(topic)
  }

  let posted = 0
  const signals = new Signals({
    // With many watchers signals get half as much bandwidth as states.
    paceMs: (topic) => Math.max(SIGNALS_MS, 2 * paceMs(hub.watching(topic), limits)),
    tell: (topic, counts) => void hub.tellOnce(topic, signalFrame(topic, counts)).catch(failed),
    post(topic, counts) {
      // Numbered, because the bus drops duplicates.
      for (const [name, count] of counts) bus.post(`signal/${topic}`, `${name}/${count}/${++posted}`)
    },
  })
  bus.onItem((kind, item) => {
    const [what = '', topic = ''] = kind.split('/')
    if (what === 'changed') hear(item)
    else if (what === 'signal') hearSignal(signals, topic, item)
    else hearSighting(live.viewers, kind, item)
  })
  bus.onGap(() => {
    onGap?.()
    hub.allChanged()
    checkSessions()
  })
  live.viewers.onSighting = (what, topic, viewer) => bus.post(`${what}/${topic}`, viewerText(viewer))
  // The call that changed something is not charged for all viewers' reads.
  const stopHearing = live.onChange((topic) =>
    outsideCalls(() => {
      hear(topic)
      bus.post('changed', topic)
    }),
  )
  const stopHearingSignals = live.onSignal((topic, name, count) => signals.add(topic, name, { count, isOurs: true }))

  const timers = [
    setInterval(() => {
      for (const topic of live.viewers.news()) onViewers(topic)
    }, NEWS_MS),
    setInterval(() => void streams.beat().catch(failed), limits.beatMs / BEAT_ROUNDS),
    setInterval(() => checkSessions(), limits.sessionCheckMs),
  ]
  for (const timer of timers) timer.unref()

  return {
    end() {
      for (const timer of timers) clearInterval(timer)
      stopHearingSignals()
      signals.close()
      hub.close()
      streams.endAll('shutdown')
    },
    async close() {
      stopHearing()
      await bus.close()
    },
  }
}

/** Reads `item`: `<name>/<count>` and a number that makes it unique. */
function hearSignal(signals: Signals, topic: string, item: string): void {
  const [name = '', count] = item.split('/')
  signals.add(topic, name, { count: Number(count), isOurs: false })
}

/** Reads `kind`: `seen/<topic>` or `left/<topic>`. */
function hearSighting(viewers: Viewers, kind: string, item: string): void {
  const [what, topic = ''] = kind.split('/')
  if (what === 'seen') viewers.seenElsewhere(topic, viewerOfText(item))
  if (what === 'left') viewers.leftElsewhere(topic, viewerOfText(item))
}

interface CountedStreams {
  readonly size: number
  readonly hub: Pick<Hub, 'topics' | 'counts'>
}

export function registerLiveMetrics(register: Registry, streams: CountedStreams): void {
  const figures: [name: string, help: string, read: () => number][] = [
    ['live_streams', 'Open live streams', () => streams.size],
    ['live_topics', 'Live topics with at least one subscriber', () => streams.hub.topics],
    ['live_messages', 'Live states sent to streams since start', () => streams.hub.counts.messages],
    ['live_skipped', 'Live states skipped for slow streams', () => streams.hub.counts.skipped],
  ]
  for (const [name, help, read] of figures) {
    new client.Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  }
}
