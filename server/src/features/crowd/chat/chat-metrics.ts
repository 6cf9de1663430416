import client, { type Registry } from '@prometheus-io/client'
import type { Context } from '#platform/context'

/**
 * Outcomes of lines: `cheer` counted, `too_soon` was one of a viewer who had cheered, `other` cheered for nobody. Only
 * requests of Kick are `unsigned`, `old`, `repeated`, or `unchecked` while its key can't be had.
 */
const OUTCOMES = [
  'cheer',
  'too_soon',
  'other',
  'malformed',
  'too_long',
  'over_rate',
  'unsigned',
  'old',
  'repeated',
  'unchecked',
] as const
export type ChatOutcome = (typeof OUTCOMES)[number]

export interface ChatMetrics {
  /** Lines by outcome since the start. Plain numbers, since a flood has many thousands a second. */
  readonly lines: Record<ChatOutcome, number>
  /** Channels on Twitch that this server is listening to. */
  connections: number
}

export const chatMetrics = (): ChatMetrics => ({
  lines: {
    cheer: 0,
    too_soon: 0,
    other: 0,
    malformed: 0,
    too_long: 0,
    over_rate: 0,
    unsigned: 0,
    old: 0,
    repeated: 0,
    unchecked: 0,
  },
  connections: 0,
})

export function registerChat(register: Registry, { chatMetrics: metrics }: Pick<Context, 'chatMetrics'>): void {
  const { lines } = metrics ?? chatMetrics()
  const registers = [register]
  new client.Counter({
    name: 'chat_lines_total',
    help: 'Lines of chats that take part in battles, by outcome',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const outcome of OUTCOMES) this.inc({ outcome }, lines[outcome])
    },
  })
  new client.Gauge({
    name: 'chat_connections',
    help: 'Channels whose chat this server is listening to',
    registers,
    collect() {
      this.set(metrics?.connections ?? 0)
    },
  })
}
