import client, { type Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { atPrimary } from '../db/replica/reading.ts'
import { findSessionUsers } from '../session/session.ts'
import { openBus } from './bus.ts'
import { signalFrame } from './frames.ts'
import { Hub } from './hub.ts'
import { SESSIONS_KIND } from './live.ts'
import { paceMs } from './pace.rules.ts'
import { Signals } from './signals.ts'
import { Slices } from './slices.ts'
import { fastestMsOf, idOf, kindOf, type LiveSource, readTopic } from './source.ts'
import { registerLiveStream } from './stream.ts'
import { Streams } from './streams.ts'
import { type Viewers, viewerOfText, viewerText } from './viewers.ts'

const NEWS_MS = 1_000
/** Minimum interval of a topic's signal frames, for a small crowd. */
const SIGNALS_MS = 250

declare module 'fastify' {
  interface FastifyInstance {
    liveCounts: Hub['counts']
    /** Has browsers reconnect elsewhere, spread over `ms`; resolves then. */
    endStreams(ms: number): Promise<void>
  }
}

export function serveLive(app: FastifyInstance, ctx: Context, sources: readonly LiveSource[]): void {
  const { live, limits } = ctx
  const slices = new Slices(limits.live.sliceMs)
  const hub = new Hub({
    // A change that was announced must be in it, whoever caused the reading.
    read: (topic) => atPrimary(() => readTopic(sources, topic)),
    pace: limits.live,
    fastestMs: (topic) => fastestMsOf(sources, topic),
    slices,
    onError: (error, topic) => app.log.error({ err: error, topic }, 'failed to read a live state'),
  })
  const streams = new Streams({
    hub,
    viewers: live.viewers,
    slices,
    sources,
    limits: limits.live,
    findUsers: (tokenHashes) => findSessionUsers(ctx, tokenHashes),
  })
  app.decorate('liveCounts', hub.counts)
  app.decorate('endStreams', (ms: number) => streams.endOver(ms, 'shutdown'))
  registerLiveStream(app, ctx, streams)
  registerLiveMetrics(app.metrics, streams)

  let stop = async () => {}
  app.addHook('onReady', async () => {
    stop = start(app, ctx, streams)
  })
  // Streams never end on their own, and the server waits for its connections.
  app.addHook('preClose', () => stop())
}

function start(app: FastifyInstance, ctx: Context, streams: Streams): () => Promise<void> {
  const { live, limits } = ctx
  const { hub } = streams
  const failed = (error: unknown) => app.log.error({ err: error }, 'live streams')
  const checkSessions = (userId?: string) => void streams.endWithoutSession(userId).catch(failed)
  const hear = (topic: string) => {
    if (kindOf(topic) === SESSIONS_KIND) checkSessions(idOf(topic))
    else hub.changed(topic)
  }

  const bus = openBus(ctx.db, { onError: failed })
  let posted = 0
  const signals = new Signals({
    // In a large crowd signals get half as much bandwidth as states.
    paceMs: (topic) => Math.max(SIGNALS_MS, 2 * paceMs(hub.watching(topic), limits.live)),
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
    hub.allChanged()
    checkSessions()
  })
  live.viewers.onSighting = (what, topic, viewer) => bus.post(`${what}/${topic}`, viewerText(viewer))
  const stopHearing = live.onChange((topic) => {
    hear(topic)
    bus.post('changed', topic)
  })

  const stopHearingSignals = live.onSignal((topic, name, count) => signals.add(topic, name, { count, isOurs: true }))

  const timers = [
    setInterval(() => {
      for (const topic of live.viewers.news()) hub.changed(topic)
    }, NEWS_MS),
    setInterval(() => void streams.beat().catch(failed), limits.live.beatMs),
    setInterval(() => checkSessions(), limits.live.sessionCheckMs),
  ]
  for (const timer of timers) timer.unref()

  return async () => {
    for (const timer of timers) clearInterval(timer)
    stopHearing()
    stopHearingSignals()
    signals.close()
    hub.close()
    streams.endAll('shutdown')
    await bus.close()
  }
}

/** `item` is `<name>/<count>` and a number that makes it unique. */
function hearSignal(signals: Signals, topic: string, item: string): void {
  const [name = '', count] = item.split('/')
  signals.add(topic, name, { count: Number(count), isOurs: false })
}

/** `kind` is `seen/<topic>` or `left/<topic>`. */
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
