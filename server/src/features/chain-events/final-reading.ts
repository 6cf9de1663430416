import {
  type Block,
  type Chain,
  type ChainLog,
  ChainUnreachable,
  type Scan,
  type Verifier,
} from '#platform/chain/chain'
import { contractsOf } from '#platform/chain/contracts'
import { tooFew, verifiersNeeded } from '#platform/chain/verifiers'
import { type ChainEvent, readEvent } from './event.rules.ts'
import { contentOf, contestedTransactions, type Dispute, judge, type Report } from './final-reading.rules.ts'

/** Returns the newest block that a quorum calls final. Throws ChainUnreachable if too few nodes respond. */
export async function finalisedByVerifiers(chain: Chain): Promise<number> {
  const settled = await Promise.allSettled(chain.verifiers.map((verifier) => verifier.finalised()))
  const numbers = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value.number] : []))
  const needed = verifiersNeeded(chain)
  const number = numbers.sort((a, b) => b - a)[needed - 1]
  if (number === undefined) throw tooFew(numbers.length, needed)
  return number
}

export interface VerifiedScan {
  before: Block | undefined
  last: Block | undefined
  reports: Report[]
  /** Whether nodes report different blocks, or different times for a block. */
  isSplit: boolean
}

/** Scans blocks by several nodes. Throws ChainUnreachable and ScanTooLarge. */
export async function scanByVerifiers(chain: Chain, from: number, to: number): Promise<VerifiedScan> {
  const needed = verifiersNeeded(chain)
  const scans: { node: string; scan: Scan }[] = []
  for (const { name, scan, ...verifier } of chain.verifiers.map(asPlain)) {
    if (scans.length === needed) break
    try {
      if ((await verifier.finalised()).number >= to) scans.push({ node: name, scan: await scan(from, to) })
    } catch (error) {
      if (!(error instanceof ChainUnreachable)) throw error
    }
  }
  const [first, ...others] = scans.map(({ scan }) => scan)
  if (first === undefined || scans.length < needed) throw tooFew(scans.length, needed)
  const isSplit = others.some(({ before, last }) => !isSame(before, first.before) || !isSame(last, first.last))
  const reports = scans.map(({ node, scan }) => ({ node, events: eventsOf(chain, scan.logs, from, to) }))
  return { before: first.before, last: first.last, reports, isSplit }
}

/** Compares times, too: a node with the right hash may still report a wrong time, on which deadlines depend. */
const isSame = (one: Block | undefined, other: Block | undefined) =>
  one?.hash === other?.hash && one?.time.getTime() === other?.time.getTime()

const asPlain = (verifier: Verifier) => ({
  name: verifier.name,
  scan: (from: number, to: number) => verifier.scan(from, to),
  finalised: () => verifier.finalised(),
})

/** Returns the logs' events, without other blocks' and amounts beyond exact integers, which we never emit. */
export function eventsOf(chain: Chain, logs: readonly ChainLog[], from: number, to: number): ChainEvent[] {
  const contracts = contractsOf(chain)
  return logs.flatMap((log) => {
    if (log.block.number < from || log.block.number > to) return []
    try {
      return readEvent(log, contracts) ?? []
    } catch (error) {
      if (error instanceof RangeError) return []
      throw error
    }
  })
}

/** Returns the accepted events, given the stored ones of the same blocks. Throws ChainUnreachable. */
export async function judgeScan(
  chain: Chain,
  { reports }: Pick<VerifiedScan, 'reports'>,
  stored: readonly ChainEvent[],
  [from, to]: readonly [number, number],
): Promise<{ agreed: ChainEvent[]; disputes: Dispute[] }> {
  const contested = contestedTransactions(reports, stored)
  const receipts = contested.length === 0 ? [] : await readReceipts(chain, contested, [from, to])
  return judge({ reports, receipts, contested: new Set(contested), stored, needed: verifiersNeeded(chain) })
}

/** Returns whether a quorum has these events in the transaction's receipts, unchanged. */
export async function areVerified(chain: Chain, txHash: string, events: readonly ChainEvent[]): Promise<boolean> {
  const receipts = await readReceipts(chain, [txHash], [0, Number.MAX_SAFE_INTEGER])
  const needed = verifiersNeeded(chain)
  const { agreed } = judge({ reports: [], receipts, contested: new Set([txHash]), stored: events, needed })
  const contents = new Set(agreed.map(contentOf))
  return events.every((event) => contents.has(contentOf(event)))
}

async function readReceipts(chain: Chain, txHashes: readonly string[], [from, to]: readonly [number, number]) {
  const settled = await Promise.allSettled(
    chain.verifiers.map(async (verifier) => ({
      node: verifier.name,
      events: eventsOf(chain, await verifier.receiptLogs(txHashes), from, to),
    })),
  )
  const receipts = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const needed = verifiersNeeded(chain)
  if (receipts.length < Math.max(1, needed)) throw tooFew(receipts.length, needed)
  return receipts
}
