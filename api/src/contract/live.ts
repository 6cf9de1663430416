import { z } from 'zod'
import { MAX_LIVE_TOPICS } from '../rules/live.ts'

// For topics of any length, with room left in the 8 KB that proxies give a request line or a header.
const MAX_TOPICS_LENGTH = 75 * MAX_LIVE_TOPICS
export const MAX_LAST_EVENT_ID_LENGTH = 100 * MAX_LIVE_TOPICS

/** `user` is the signed-in person; others are `kind` or `kind:id`. */
const LiveTopic = z.string().regex(/^[a-z]+(?::[\w-]{1,64})?$/, 'Not a topic')

export const LiveQuery = z.object({
  topics: z
    .string()
    .max(MAX_TOPICS_LENGTH)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(LiveTopic).min(1).max(MAX_LIVE_TOPICS)),
})

export const LiveEvent = z.object({
  topic: z.string().meta({
    description:
      '`user:<id>`, `battles`, `battle:<id>`, `comments:<id>`, `cheers:<id>`, `rounds:<id>` and `duel:<id>` of a battle, `leaderboard:<type>`',
  }),
  version: z.int().meta({ description: 'Increases with every state of a topic that a server sends' }),
  state: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'The newest responses of the reads, by URL; null where there is none' }),
  jitterMs: z.int().optional().meta({ description: 'Clients spread follow-up requests over this many milliseconds' }),
})

export const LiveSignal = z.object({
  topic: z.string(),
  counts: z.record(z.string(), z.int()).meta({ description: 'Number of recent events by name' }),
})

/** The stream's OpenAPI description; it is not a call, since it never ends by itself. */
export const LIVE_STREAM = {
  path: '/api/live',
  summary: 'Stream the newest states of topics as server-sent events',
  description:
    'Each event carries the whole state of one topic, so that a missed one never matters. ' +
    '`Last-Event-ID` takes the ids of the newest events seen, with spaces between; a state that is still the newest ' +
    'is not sent again. An event named `signal` reports something momentary that is not stored, such as taps on a ' +
    'battle: `{topic, counts}`. An event named `end` says why the server ends the stream: `session` or `shutdown`.',
} as const
