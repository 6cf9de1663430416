import type { Db, SqlValue } from '../db.ts'
import type { Statement } from '../sql.ts'
import type { Replica } from './follow-replica.ts'
import { atPrimary, inReading, laggingReading } from './reading.ts'

/**
 * Who answered a read that may lag: the replica, or the primary because the newest state was needed, because the replica
 * isn't recent or reachable, because a statement failed there or it was no longer recent, or because the reader would have
 * been refused.
 */
export const READ_OUTCOMES = ['replica', 'newest', 'not-recent', 'failed', 'refused'] as const
export type ReadOutcome = (typeof READ_OUTCOMES)[number]

/**
 * Sends statements of `mayLag` to the replica while it may miss no more than its limit, everything else to `primary`. What
 * fails at the replica is asked of the primary, so no read fails because of it. Transactions are always the primary's.
 */
export function replicaDb(
  primary: Db,
  replica: Pick<Replica, 'read' | 'refusal'>,
  note: (outcome: ReadOutcome) => void,
): Db {
  async function query<Row>(text: Statement<Row>, values: readonly SqlValue[] = []): Promise<Row[]> {
    const reading = laggingReading()
    if (!reading || reading.isAtPrimary) return primary.query(text, values)
    if (replica.refusal() === null) {
      try {
        return (await replica.read(text, values)) as Row[]
      } catch {
        // Whatever it was, the primary has the last word.
      }
    }
    reading.isAtPrimary = true
    return primary.query(text, values)
  }
  return {
    ...primary,
    query,
    tx: (work) => atPrimary(() => primary.tx(work)),
    async mayLag(work, need) {
      if (need || replica.refusal() !== null) {
        note(need ?? 'not-recent')
        return atPrimary(work)
      }
      const reading = { isAtPrimary: false }
      try {
        const result = await inReading(reading, work)
        note(reading.isAtPrimary ? 'failed' : 'replica')
        return result
      } catch {
        // Somebody who joined a moment ago is missing there.
        note('refused')
        return atPrimary(work)
      }
    },
  }
}
