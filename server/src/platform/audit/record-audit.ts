import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Queryable } from '../db/db.ts'
import { type HashKeys, keyedHash, keyedHashes } from '../keyed-hash.ts'
import { findNewestRun, findUnmended, insertRun } from './store.ts'

/** Checkpoints to continue from, by feature. */
export type Checkpoints = Readonly<Record<string, unknown>>

export interface ProvenAudit {
  finishedAt: Date
  checkpoints: Checkpoints
}

/** Prefix of the signed text, so that hashes of other texts with the same key can't be used. */
const signed = (checkpoint: string) => `audit-checkpoint\n${checkpoint}`

/**
 * Returns what the newest audit proved. Null if there was none, if no known key signed its checkpoint, or if an audit
 * found a fault since a full one last found none. An incremental audit that began earlier may end after the one that
 * found a fault, and mends nothing.
 */
export async function findProvenAudit(db: Queryable, keys: HashKeys): Promise<ProvenAudit | null> {
  const run = await findNewestRun(db)
  const { checkpoint = null, signature = null } = run ?? {}
  if (!run || checkpoint === null || signature === null) return null
  if ((await findUnmended(db)) > 0) return null
  const hashes = keyedHashes(keys, signed(checkpoint))
  const isOurs = hashes.some((hash) => hash.length === signature.length && timingSafeEqual(hash, signature))
  return isOurs ? { finishedAt: run.finishedAt, checkpoints: JSON.parse(checkpoint) as Checkpoints } : null
}

export interface FinishedAudit {
  /** Whether it read everything, rather than continuing from a checkpoint. */
  isFull: boolean
  /** False if the network didn't respond, so that contradictions with it were not looked for. */
  isCompared: boolean
  findings: number
  checkpoints: Checkpoints
}

/**
 * Stores the result for /metrics, and a signed checkpoint if no fault was found. An audit that was not compared with
 * the network counts as incremental, since it can't mend what an earlier comparison found.
 */
export async function recordAudit(
  db: Queryable,
  { clock, keys, audit }: { clock: Clock; keys: HashKeys; audit: FinishedAudit },
): Promise<void> {
  const { isFull, isCompared, findings, checkpoints } = audit
  const run = { kind: isFull && isCompared ? 'full' : 'incremental', now: clock.sqlNow(), findings } as const
  if (findings > 0) return insertRun(db, { ...run, checkpoint: null, signature: null, keyId: null })
  const checkpoint = JSON.stringify(checkpoints)
  const { hash, keyId } = keyedHash(keys, signed(checkpoint))
  await insertRun(db, { ...run, checkpoint, signature: hash, keyId })
}
