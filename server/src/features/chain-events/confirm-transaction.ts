import { AppError } from '#platform/app-error'
import { contractsOf, orUnavailable } from '#platform/chain/contracts'
import type { Context } from '#platform/context'
import { type ChainEvent, readEvent } from './event.rules.ts'
import { type EventHandler, recordEvents } from './record-events.ts'
import { findEvents, isStoredElsewhere, lockEvents, type StoredEvent } from './store.ts'

/** How far a transaction is on its way to count. */
export interface Depth {
  /** 0 while it is in no block. */
  confirmations: number
  needed: number
}

export type Confirmation = { depth: Depth; events: StoredEvent[] | null }

/**
 * Looks a transaction up by itself, trusting nothing of what was said of it, and writes down what it did once it is deep
 * enough: the watcher, whenever it comes by, finds it done. `events` is null until then, else those of the kind and the
 * wallets that are asked for.
 *
 * Throws TRANSACTION_NOT_FOUND, TRANSACTION_FAILED, TRANSACTION_NOT_OURS, TRANSACTION_OF_ANOTHER, WRONG_CHAIN, and
 * CHAIN_UNAVAILABLE when the network does not answer.
 */
export async function confirmTransaction(
  ctx: Context,
  handlers: readonly EventHandler[],
  asked: {
    hash: string
    chainId?: number | undefined
    kind: ChainEvent['kind']
    isMine: (event: ChainEvent) => boolean
  },
): Promise<Confirmation> {
  const { chain } = ctx
  const contracts = contractsOf(chain)
  if (asked.chainId !== undefined && asked.chainId !== chain.id) {
    throw new AppError('WRONG_CHAIN', {
      message: `This transaction is not on ${chain.name}`,
      data: { chainId: chain.id },
    })
  }
  const hash = asked.hash.toLowerCase()
  const known = await orUnavailable(chain.transaction(hash))
  if (!known) throw new AppError('TRANSACTION_NOT_FOUND', { message: `${chain.name} knows no such transaction` })
  const needed = chain.confirmations
  if (!known.receipt) return { depth: { confirmations: 0, needed }, events: null }
  const { succeeded, block, logs } = known.receipt
  if (!succeeded) throw new AppError('TRANSACTION_FAILED')
  const events = logs.flatMap((log) => readEvent(log, contracts) ?? [])
  const ofKind = events.filter(({ kind }) => kind === asked.kind)
  if (ofKind.length === 0) throw new AppError('TRANSACTION_NOT_OURS')
  const mine = ofKind.filter(asked.isMine)
  if (mine.length === 0) throw new AppError('TRANSACTION_OF_ANOTHER')
  const latest = await orUnavailable(chain.latest())
  const depth = { confirmations: Math.max(1, latest.number - block.number + 1), needed }
  if (depth.confirmations < needed) return { depth, events: null }
  const ours = events.filter(({ kind }) => handlers.some((handler) => handler.kind === kind))
  const changed = await ctx.db.tx(async (tx) => {
    await lockEvents(tx)
    // It has moved since it was credited, and its events may be called otherwise there: the watcher takes back what they
    // were, and writes them down anew.
    const hasMoved = await isStoredElsewhere(tx, { chainId: chain.id, txHash: hash, blockHash: block.hash })
    return hasMoved ? undefined : recordEvents(ctx, tx, handlers, { events: ours })
  })
  if (!changed) return { depth, events: null }
  for (const userId of changed) ctx.live.changed(`user:${userId}`)
  return { depth, events: await findEvents(ctx.db, chain.id, mine) }
}
