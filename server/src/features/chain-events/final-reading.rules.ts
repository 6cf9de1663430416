import { type ChainEvent, eventKey } from './event.rules.ts'

export interface Report {
  node: string
  events: readonly ChainEvent[]
}

/** An event confirmed and denied by equal numbers of nodes. */
export interface Dispute {
  txHash: string
  logIndex: number
  block: number
  toldBy: string[]
  deniedBy: string[]
}

export interface Verdict {
  agreed: ChainEvent[]
  disputes: Dispute[]
}

export const contentOf = (event: ChainEvent): string =>
  [
    eventKey(event),
    event.contract,
    event.kind,
    event.block.number,
    event.block.hash,
    event.block.time.getTime(),
    event.account,
    event.target,
    event.usdcMicros,
    event.steezeAmount,
    event.runningTotal,
  ].join('/')

/** Returns the transactions on which log indexes or stored events disagree; with a single node, all of them. */
export function contestedTransactions(reports: readonly Report[], stored: readonly ChainEvent[]): string[] {
  const sources = [...reports.map(({ events }) => events), ...(stored.length > 0 ? [stored] : [])]
  if (reports.length === 1) return unique(sources.flat().map(({ txHash }) => txHash))
  const agreed = agreedContents(reports)
  return unique(sources.flat().flatMap((event) => (agreed.has(contentOf(event)) ? [] : [event.txHash])))
}

/**
 * Decides the events. Outside contested transactions the nodes agree. Within them each node's receipt is its vote: an
 * event is accepted if at least `needed` nodes confirm it and fewer deny it, rejected if at least `needed` deny it and
 * fewer confirm it, and disputed otherwise.
 */
export function judge({
  reports,
  receipts,
  contested,
  stored,
  needed,
}: {
  reports: readonly Report[]
  receipts: readonly Report[]
  contested: ReadonlySet<string>
  stored: readonly ChainEvent[]
  needed: number
}): Verdict {
  const reported = reports.flatMap(({ events }) => events)
  const agreed = byContent(reported.filter(({ txHash }) => !contested.has(txHash)))
  const claims = byContent(
    [...receipts.flatMap(({ events }) => events), ...reported, ...stored].filter(({ txHash }) => contested.has(txHash)),
  )
  const words = receipts.map(({ node, events }) => ({ node, contents: new Set(events.map(contentOf)) }))
  const disputes: Dispute[] = []
  for (const [content, claim] of claims) {
    const toldBy = words.filter(({ contents }) => contents.has(content)).map(({ node }) => node)
    const deniedBy = words.filter(({ contents }) => !contents.has(content)).map(({ node }) => node)
    if (toldBy.length >= needed && toldBy.length > deniedBy.length) agreed.set(content, claim)
    else if (deniedBy.length < needed || deniedBy.length <= toldBy.length) {
      const { txHash, logIndex, block } = claim
      disputes.push({ txHash, logIndex, block: block.number, toldBy, deniedBy })
    }
  }
  return { agreed: [...agreed.values()], disputes }
}

const unique = (values: readonly string[]) => [...new Set(values)]

const byContent = (events: readonly ChainEvent[]) => new Map(events.map((event) => [contentOf(event), event]))

function agreedContents(reports: readonly Report[]): Set<string> {
  const [first, ...others] = reports.map(({ events }) => new Set(events.map(contentOf)))
  return new Set([...(first ?? [])].filter((content) => others.every((contents) => contents.has(content))))
}
