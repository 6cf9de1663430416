import { z } from 'zod'
import { limitsOf } from './limits.ts'

const name = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/)
const input = z.record(name, z.string().max(80)).refine((fields) => Object.keys(fields).length <= 8)

const action = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('move'), move: name, input: input.optional() }),
  z.strictObject({ do: z.literal('approve'), request: name, input: input.optional() }),
  z.strictObject({ do: z.literal('reject'), request: name }),
])

/** A kind of one round takes twice its actions in a review. */
const MOST_ACTIONS = limitsOf(1, 1).actions

export const MAX_TRANSCRIPT_BYTES = 16_384

const transcript = z.strictObject({
  kind: name,
  version: z.int(),
  seed: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)]),
  actions: z.array(action).max(MOST_ACTIONS),
})

/** A decision of the learner. Inputs are the texts of the form's fields. */
export type Action = z.infer<typeof action>
export type Transcript = z.infer<typeof transcript>

/** Returns undefined for a text that is too long, not JSON or not a transcript. */
export function parseTranscript(text: string): Transcript | undefined {
  if (text.length > MAX_TRANSCRIPT_BYTES) return undefined
  try {
    return transcript.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
