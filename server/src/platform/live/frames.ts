/** What goes over a live stream, as server-sent events. */

/** The state of a topic, by its JSON. `jitterMs` is left out where there is nothing to spread. */
export interface StateToTell {
  topic: string
  version: number
  stateJson: string
  jitterMs: number
}

/** The state of a topic. The id of the event lets a stream that was cut begin where it stopped. */
export function stateFrame({ topic, version, stateJson, jitterMs }: StateToTell): Buffer {
  const spread = jitterMs > 0 ? `,"jitterMs":${jitterMs}` : ''
  return Buffer.from(
    `id: ${topic}@${version}\ndata: {"topic":${JSON.stringify(topic)},"version":${version},"state":${stateJson}${spread}}\n\n`,
  )
}

/** What happened just now on a topic, how often of each name. It has no id: nobody is told it again. */
export const signalFrame = (topic: string, counts: ReadonlyMap<string, number>): Buffer =>
  Buffer.from(`event: signal\ndata: ${JSON.stringify({ topic, counts: Object.fromEntries(counts) })}\n\n`)

/** Keeps the line open, and shows the server when nobody is there any more. */
export const BEAT = Buffer.from(':\n\n')

/** Why the server ends a stream: its session is over, or the server stops. */
export type EndReason = 'session' | 'shutdown'
export const endFrame = (reason: EndReason): Buffer => Buffer.from(`event: end\ndata: {"reason":"${reason}"}\n\n`)

/** How long a browser waits before it opens the stream again by itself. */
export const retryFrame = (ms: number): Buffer => Buffer.from(`retry: ${ms}\n\n`)

/** The versions somebody has seen, from a Last-Event-ID: ids as sent, with spaces between. What is none is left out. */
export function seenVersions(lastEventId: string | undefined): Map<string, number> {
  const seen = new Map<string, number>()
  for (const part of (lastEventId ?? '').slice(0, 2_000).split(' ')) {
    const [, topic, version] = /^([a-z]+(?::[\w-]{1,64})?)@(\d{1,16})$/.exec(part) ?? []
    if (topic !== undefined) seen.set(topic, Number(version))
  }
  return seen
}
