import { cursorIdOf, findCursor } from '#features/chain-events'
import { findOwners, type Owners } from '#features/wallets'
import { type ChainLog, ChainUnreachable, ScanTooLarge, type TransfersAsked } from '#platform/chain/chain'
import { contractsOf } from '#platform/chain/contracts'
import { tooFew, verifiersNeeded } from '#platform/chain/verifiers'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import {
  advanceReturnCursor,
  findFirstBlock,
  findReturnCursor,
  findReturnPairs,
  insertReturnCursor,
  insertReturns,
  lockReturnCursor,
  type SentBack,
} from './returns-store.ts'

/** Blocks and pairs of wallets per request, and steps per run: others wait meanwhile. */
const MAX_BLOCKS = 2_000
const MAX_PAIRS = 200
const MAX_STEPS = 20
/** Block times are whole seconds, so a wallet bound within that second counts as bound. */
const WITHIN_THE_SECOND_MS = 999

interface Range {
  from: number
  to: number
}

/**
 * Returns a task that searches final blocks for USDC that went back, without a vouch, from people who got a vouch to
 * those who gave it. Final blocks don't change, and as many nodes have to agree as on events. Each step commits with its
 * cursor. Once all are searched, it pauses: each search asks about every pair of wallets. Throws ChainUnreachable.
 */
export function returnsReader(ctx: Context): () => Promise<void> {
  let blocksAtOnce = MAX_BLOCKS

  async function step(): Promise<boolean> {
    const id = cursorIdOf(ctx.chain)
    const final = (await findCursor(ctx.db, id))?.finalNumber
    if (final === undefined) return false
    const at = await databaseTime(ctx.db, ctx.clock)
    const cursor = await findReturnCursor(ctx.db, id)
    if (cursor === undefined) {
      const first = await findFirstBlock(ctx.db, at)
      await insertReturnCursor(ctx.db, id, Math.min(final, (first ?? final + 1) - 1))
      return true
    }
    if (cursor >= final) return false
    const pairs = await findReturnPairs(ctx.db, at)
    const range = { from: cursor + 1, to: pairs.length === 0 ? final : Math.min(final, cursor + blocksAtOnce) }
    const sent = await readRange(range, pairs)
    if (!sent) return true
    await ctx.db.tx(async (tx) => {
      if ((await lockReturnCursor(tx, id)) !== cursor) return
      if (sent.length > 0) await insertReturns(tx, ctx.chain.id, sent)
      await advanceReturnCursor(tx, id, range.to)
    })
    return true
  }

  /** Returns undefined if the range was too large: the next one is smaller. */
  async function readRange(
    range: Range,
    pairs: readonly { sender: string; receiver: string }[],
  ): Promise<SentBack[] | undefined> {
    try {
      const logs: ChainLog[] = []
      for (let start = 0; start < pairs.length; start += MAX_PAIRS) {
        const some = pairs.slice(start, start + MAX_PAIRS)
        const senders = [...new Set(some.map(({ sender }) => sender))]
        const receivers = [...new Set(some.map(({ receiver }) => receiver))]
        logs.push(...(await agreedTransfers(ctx, { ...range, senders, receivers })))
      }
      blocksAtOnce = Math.min(MAX_BLOCKS, blocksAtOnce * 2)
      return await withPeople(ctx, distinct(logs))
    } catch (error) {
      if (!(error instanceof ScanTooLarge) || range.from === range.to) throw error
      blocksAtOnce = Math.max(1, Math.floor((range.to - range.from + 1) / 2))
      return undefined
    }
  }

  let nextMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (ctx.clock.elapsedMs() < nextMs) return
    let steps = 0
    while (steps < MAX_STEPS && (await step())) steps++
    if (steps < MAX_STEPS) nextMs = ctx.clock.elapsedMs() + ctx.limits.returnsEveryMs
  }
}

/** Returns transfers on which a quorum agrees. Throws ChainUnreachable if too few nodes respond, or they disagree. */
async function agreedTransfers({ chain }: Context, asked: TransfersAsked): Promise<ChainLog[]> {
  const needed = verifiersNeeded(chain)
  const { usdc } = contractsOf(chain)
  const reports: ChainLog[][] = []
  for (const verifier of chain.verifiers) {
    if (reports.length === needed) break
    try {
      if ((await verifier.finalised()).number < asked.to) continue
      const logs = await verifier.transfers(asked)
      reports.push(
        logs.filter(({ address, block: { number } }) => address === usdc && number >= asked.from && number <= asked.to),
      )
    } catch (error) {
      if (!(error instanceof ChainUnreachable)) throw error
    }
  }
  const [first = [], ...others] = reports
  if (reports.length < Math.max(1, needed)) throw tooFew(reports.length, needed)
  const contentOf = (logs: readonly ChainLog[]) =>
    distinct(logs)
      .map((log) => `${keyOf(log)}/${log.block.hash}/${log.topics.join()}/${log.data}`)
      .sort()
      .join()
  if (others.some((other) => contentOf(other) !== contentOf(first)))
    throw new ChainUnreachable('nodes report different transfers')
  return first
}

const keyOf = ({ txHash, logIndex }: ChainLog) => `${txHash}/${logIndex}`
const distinct = (logs: readonly ChainLog[]): ChainLog[] => [...new Map(logs.map((log) => [keyOf(log), log])).values()]
const addressOf = (topic: string | undefined) => `0x${(topic ?? '').slice(-40)}`.toLowerCase()

const ownerOf = (owners: Owners | undefined) => owners && (owners.atThatTime ?? owners.beforehand ?? owners.afterwards)

/**
 * Returns transfers between two people who owned the wallets then. A wallet that nobody had then belongs to who had it
 * before, or else was the first to have it afterwards: who sends money back can't do so from a wallet they just left.
 */
async function withPeople({ db }: Context, logs: readonly ChainLog[]): Promise<SentBack[]> {
  const owners = await findOwners(
    db,
    logs.flatMap(({ topics: [, sender, receiver], block }) => {
      const at = new Date(block.time.getTime() + WITHIN_THE_SECOND_MS)
      return [
        { address: addressOf(sender), at },
        { address: addressOf(receiver), at },
      ]
    }),
  )
  return logs.flatMap((log, index): SentBack[] => {
    const [fromId, toId] = [ownerOf(owners[2 * index]), ownerOf(owners[2 * index + 1])]
    const usdcMicros = Number(BigInt(log.data))
    if (!fromId || !toId || fromId === toId || !Number.isSafeInteger(usdcMicros) || usdcMicros === 0) return []
    return [
      {
        ...{ txHash: log.txHash, logIndex: log.logIndex, blockNumber: log.block.number, sentAt: log.block.time },
        ...{ fromWallet: addressOf(log.topics[1]), toWallet: addressOf(log.topics[2]), fromId, toId, usdcMicros },
      },
    ]
  })
}
