import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditRun } from '#platform/audit/audit-run'
import type { Queryable } from '#platform/db/db'
import { addTo, type LedgerFindings } from './audit-promises.ts'
import {
  findDrawnId,
  findMisplaced,
  findTakenElsewhere,
  findTransferRange,
  findUnknownHolds,
  findWriters,
  findWrongKeys,
  type IdRange,
  type KindSum,
  sumEntries,
} from './audit-store.ts'

const WRITERS_POLL_MS = 50

/** Returns a transfer id up to which snapshots agree. Waits for current writers, since commits are unordered. */
export async function settledTransferId(run: AuditRun): Promise<number> {
  // The order matters: a transaction takes the lock before it draws an id.
  const drawn = await run.read(findDrawnId)
  const writers = await run.read(findWriters)
  for (let left = writers; left.length > 0; ) {
    const writing = new Set(await run.read(findWriters))
    left = left.filter((writer) => writing.has(writer))
    if (left.length === 0) break
    run.progress('transfers once others have written theirs')
    await sleep(WRITERS_POLL_MS)
  }
  return drawn
}

export class TransferAudit {
  readonly #run: AuditRun
  readonly #findings: LedgerFindings
  readonly sums = new EntrySums()
  count = 0

  constructor(run: AuditRun, findings: LedgerFindings) {
    this.#run = run
    this.#findings = findings
  }

  /** Reads transfers in as many snapshots as needed. Returns their number. */
  async readAll({ after, upTo }: IdRange): Promise<number> {
    const before = this.count
    for (let from = after; ; ) {
      const { rows } = this.#run
      const last = await this.#run.read(async (snapshot) => {
        const end = await findTransferRange(snapshot, { after: from, upTo }, rows)
        if (end === null) await this.#compareKeys(snapshot, { after: from, upTo })
        else await this.read(snapshot, { after: from, upTo: end })
        return end
      })
      if (last === null) return this.count - before
      from = last
      this.#run.progress('transfers', last / upTo)
    }
  }

  async read(snapshot: Queryable, range: IdRange): Promise<void> {
    const [sums, misplaced, unknown, elsewhere] = await Promise.all([
      sumEntries(snapshot, range),
      findMisplaced(snapshot, range),
      findUnknownHolds(snapshot, range),
      findTakenElsewhere(snapshot, range),
      this.#compareKeys(snapshot, range),
    ])
    for (const sum of sums) this.sums.add(sum)
    this.count += sums.reduce((count, { arrived }) => count + arrived, 0)
    for (const { subject, crossing, past } of misplaced) {
      if (crossing !== null) this.#findings.add('every transfer stays within its currency', subject, crossing)
      if (past !== null) {
        this.#findings.add('escrow accounts change only through holds', subject, past)
      }
    }
    this.#findings.addAll('every hold a transfer names exists', unknown)
    this.#findings.addAll('every hold is resolved from its own account', elsewhere)
  }

  async #compareKeys(snapshot: Queryable, range: IdRange): Promise<void> {
    for (const { key, hash, transferId, of } of await findWrongKeys(snapshot, range)) {
      if (key !== null) this.#findings.add('every transfer has its key', key, `the ${of} has none`)
      else this.#findings.add('every key is of its transfer', `key ${hash}`, `names transfer ${transferId}`)
    }
  }
}

class EntrySums {
  readonly #sums = new Map<string, Pick<KindSum, 'kind' | 'currency' | 'isTracked'> & { amount: bigint }>()

  add({ kind, currency, isTracked, amount }: Omit<KindSum, 'arrived'>): void {
    const key = `${currency}/${kind}/${isTracked}`
    this.#sums.set(key, { kind, currency, isTracked, amount: (this.#sums.get(key)?.amount ?? 0n) + BigInt(amount) })
  }

  all = (): Omit<KindSum, 'arrived'>[] =>
    [...this.#sums.values()].map(({ amount, ...of }) => ({ ...of, amount: `${amount}` }))
  ofHouse = () => this.#by(({ isTracked, currency }) => (isTracked === false ? currency : null))
  ofSteeze = () => this.#by(({ currency, kind }) => (currency === 'STEEZE' ? kind : null))
  byCurrency = () => this.#by(({ currency }) => currency)

  #by(keyOf: (sum: Pick<KindSum, 'kind' | 'currency' | 'isTracked'>) => string | null): Map<string, bigint> {
    const sums = new Map<string, bigint>()
    for (const sum of this.#sums.values()) {
      const key = keyOf(sum)
      if (key !== null) addTo(sums, key, sum.amount)
    }
    return sums
  }
}
