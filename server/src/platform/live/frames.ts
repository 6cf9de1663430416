import { MAX_LAST_EVENT_ID_LENGTH } from '@aura/api/contract/live'

/** `jitterMs` is omitted if 0. */
export interface StateToTell {
  topic: string
  version: number
  stateJson: string
  jitterMs: number
}

export function stateFrame({ topic, version, stateJson, jitterMs }: StateToTell): Buffer {
  const spread = jitterMs > 0 ? `,"jitterMs":${jitterMs}` : ''
  return Buffer.from(
    `id: ${topic}@${version}\ndata: {"topic":${JSON.stringify(topic)},"version":${version},"state":${stateJson}${spread}}\n\n`,
  )
}

const STATE_START = Buffer.from('id: ')
export const isStateFrame = (frame: Buffer): boolean => frame.subarray(0, STATE_START.length).equals(STATE_START)

const NULL_STATE = /^id: [^\n]*\ndata: \{"topic":"[^"]*","version":\d+,"state":null[,}]/
/** Returns whether the frame says that its topic doesn't exist. */
export const isNullState = (frame: string): boolean => NULL_STATE.test(frame)

/** Reads what `stateFrame` wrote. Throws on anything else. */
export function stateOfFrame(frame: string): { version: number; state: Record<string, unknown> | null } {
  return JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '')
}

/** Returns a frame without an id, because signals are never repeated. */
export const signalFrame = (topic: string, counts: ReadonlyMap<string, number>): Buffer =>
  Buffer.from(`event: signal\ndata: ${JSON.stringify({ topic, counts: Object.fromEntries(counts) })}\n\n`)

/** Frame that keeps the connection open and lets the server detect a dead one. */
export const BEAT = Buffer.from(':\n\n')

export type EndReason = 'session' | 'shutdown'
export const endFrame = (reason: EndReason): Buffer => Buffer.from(`event: end\ndata: {"reason":"${reason}"}\n\n`)

export const retryFrame = (ms: number): Buffer => Buffer.from(`retry: ${ms}\n\n`)

/** Parses Last-Event-ID: space-separated event ids. Ignores invalid ones. */
export function seenVersions(lastEventId: string | undefined): Map<string, number> {
  const seen = new Map<string, number>()
  for (const part of (lastEventId ?? '').slice(0, MAX_LAST_EVENT_ID_LENGTH).split(' ')) {
    const [, topic, version] = /^([a-z]+(?::[\w-]{1,64})?)@(\d{1,16})$/.exec(part) ?? []
    if (topic !== undefined) seen.set(topic, Number(version))
  }
  return seen
}
