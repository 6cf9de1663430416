import type { Db, SqlValue, Tx } from '../../../server/src/platform/db/db.ts'
import { LOCK_ORDER } from '../../../server/src/platform/db/lock-order.ts'
import { locksOf } from './statement-locks.ts'

const DEFINITION = /^(?:\s|--.*)*create\s+(?:or\s+replace\s+)?function\b/i

/** Records each transaction's locks. Closing throws if one was taken out of LOCK_ORDER, or is missing there. */
export function recordLocks(db: Db): Db {
  const mistakes = new Set<string>()
  return {
    ...db,
    tx: (work) => db.tx((tx) => work(recorded(tx, mistakes))),
    async close() {
      await db.close()
      const found = [...mistakes]
      mistakes.clear()
      if (found.length > 0) throw new Error(`locks are out of order (platform/db/lock-order.ts):\n${found.join('\n')}`)
    },
  }
}

function recorded(tx: Tx, mistakes: Set<string>): Tx {
  /** Held locks by name, with the statement that first took each. */
  const held = new Map<string, string>()
  return {
    inTransaction: true,
    query<Row>(text: string, values?: readonly SqlValue[]) {
      // Defining a function takes none of the locks it names.
      for (const { name, waits } of DEFINITION.test(text) ? [] : locksOf(text, values)) {
        // A second lock is usually on the same rows. Holds are different: a transaction posts once, so these are other
        // rows.
        if (held.has(name) && name !== 'ledger_holds') continue
        const statement = text.replace(/\s+/g, ' ').trim()
        const place = placeOf(name)
        // Locks that are always skipped can't deadlock.
        if (place < 0 && waits) mistakes.add(`${name} has no place in the order: ${statement}`)
        for (const [earlier, earlierStatement] of held) {
          if (waits && placeOf(earlier) > place)
            mistakes.add(`${name} after ${earlier}: ${earlierStatement}; then ${statement}`)
        }
        held.set(name, statement)
      }
      return tx.query<Row>(text, values)
    },
  }
}

const placeOf = (name: string): number => (LOCK_ORDER as readonly string[]).indexOf(name)
