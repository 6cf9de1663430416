import type { Hex } from '@aura/lab/bytes'
import { loadKind } from '@aura/lab/kinds/index'
import type { Parameters } from '@aura/lab/lab'
import { replay } from '@aura/lab/session'
import { parseTranscript } from '@aura/lab/transcript'

/** `kind`, `parameters` and `seed` are the server's; `text` is what the page sent. */
export interface TranscriptJob {
  kind: string
  parameters: Parameters
  seed: Hex
  text: string
}

export type RefusalReason = 'malformed' | 'other-lab' | 'outdated' | 'other-seed' | 'impossible' | 'limits'

export type TranscriptResult =
  | { outcome: 'solved' }
  /** `trap` is the reason of a failure; null if it is not finished. */
  | { outcome: 'unsolved'; trap: string | null }
  | { outcome: 'refused'; reason: RefusalReason }
  /** `isOver` was true before one of the actions; says nothing about the run. */
  | { outcome: 'stopped' }

/** Replays a transcript from the seed. Trusts only the learner's actions in it. */
export async function checkTranscript(
  { kind: id, parameters, seed, text }: TranscriptJob,
  isOver?: () => boolean,
): Promise<TranscriptResult> {
  const transcript = parseTranscript(text)
  if (!transcript) return refused('malformed')
  if (transcript.kind !== id) return refused('other-lab')
  const kind = await loadKind(id)
  if (transcript.version !== kind.version) return refused('outdated')
  if (transcript.seed !== seed) return refused('other-seed')
  const result = await replay(kind, { seed, parameters, actions: transcript.actions }, isOver)
  if (result.outcome === 'stopped') return { outcome: 'stopped' }
  if (result.outcome === 'refused') return refused(result.reason)
  const { verdict } = result
  if (verdict.state === 'solved') return { outcome: 'solved' }
  return { outcome: 'unsolved', trap: verdict.state === 'trapped' ? (kind.traps[verdict.trap] ?? null) : null }
}

const refused = (reason: RefusalReason): TranscriptResult => ({ outcome: 'refused', reason })
