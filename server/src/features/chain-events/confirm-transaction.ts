import { AppError } from '#platform/app-error'
import type { Chain } from '#platform/chain/chain'
import { contractsOf, orUnavailable } from '#platform/chain/contracts'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { cursorIdOf, findCursor } from './cursor-store.ts'
import { secondsDeep } from './depth.ts'
import { type ChainEvent, eventKey } from './event.rules.ts'
import { contentOf } from './final-reading.rules.ts'
import { areVerified, eventsOf } from './final-reading.ts'
import { type EventHandler, recordEvents } from './record-events.ts'
import { findEvents, isStoredElsewhere, lockEvents, type StoredEvent } from './store.ts'

export interface Depth {
  /** How long the chain has gone on since its block; 0 while in no block. */
  confirmedSeconds: number
  confirmationSeconds: number
}

export type Confirmation = { depth: Depth; events: StoredEvent[] | null }

/**
 * Reads a transaction from the chain, trusting no claims, and records its events once it is deep enough.
 * `events` is null until then, and afterwards the events of the requested kind and wallets. Throws
 * TRANSACTION_NOT_FOUND, TRANSACTION_FAILED, TRANSACTION_NOT_OURS, TRANSACTION_OF_ANOTHER, WRONG_CHAIN and
 * CHAIN_UNAVAILABLE.
 */
export async function confirmTransaction(
  ctx: Context,
  handlers: readonly EventHandler[],
  asked: {
    hash: string
    chainId?: number | undefined
    kind: ChainEvent['kind']
    /** The caller's wallets. Without any, no transaction is the caller's, and the network isn't asked. */
    wallets: ReadonlySet<string>
  },
): Promise<Confirmation> {
  const { chain } = ctx
  contractsOf(chain)
  if (asked.chainId !== undefined && asked.chainId !== chain.id) {
    throw new AppError('WRONG_CHAIN', {
      message: `This transaction is not on ${chain.name}`,
      data: { chainId: chain.id },
    })
  }
  if (asked.wallets.size === 0) throw new AppError('TRANSACTION_OF_ANOTHER')
  const hash = asked.hash.toLowerCase()
  const known = await orUnavailable(chain.transaction(hash))
  if (!known) throw new AppError('TRANSACTION_NOT_FOUND', { message: `${chain.name} doesn’t know this transaction` })
  const { confirmationSeconds } = chain
  if (!known.receipt) return { depth: { confirmedSeconds: 0, confirmationSeconds }, events: null }
  const { succeeded, block, logs } = known.receipt
  if (!succeeded) throw new AppError('TRANSACTION_FAILED')
  const events = eventsOf(chain, logs, block.number, block.number)
  const ofKind = events.filter(({ kind }) => kind === asked.kind)
  if (ofKind.length === 0) throw new AppError('TRANSACTION_NOT_OURS')
  const mine = ofKind.filter(({ account }) => asked.wallets.has(account))
  if (mine.length === 0) throw new AppError('TRANSACTION_OF_ANOTHER')
  const latest = await orUnavailable(chain.latest())
  const depth = { confirmedSeconds: secondsDeep(block, latest), confirmationSeconds }
  if (depth.confirmedSeconds < confirmationSeconds) return { depth, events: null }
  const ours = events.filter(({ kind }) => handlers.some((handler) => handler.kind === kind))
  const needsVerifiers = !(await isOneNodeEnough(ctx.db, chain, ours))
  if (needsVerifiers && !(await orUnavailable(areVerified(chain, hash, ours)))) return { depth, events: null }
  const changed = await ctx.db.tx(async (tx) => {
    await lockEvents(tx)
    // The final reading, which reads a block once, may have passed it meanwhile, so the next attempt asks several
    // verifiers.
    if (!needsVerifiers && !(await isOneNodeEnough(tx, chain, ours))) return undefined
    // The transaction moved to another block since it was credited, where its log indexes may differ: the watcher
    // reverts it and records it again.
    const hasMoved = await isStoredElsewhere(tx, { chainId: chain.id, txHash: hash, blockHash: block.hash })
    if (hasMoved) return undefined
    const settledThrough = needsVerifiers ? -1 : await finalNumberOf(tx, chain)
    return recordEvents(ctx, tx, handlers, { events: ours, settledThrough })
  })
  if (!changed) return { depth, events: null }
  for (const userId of changed) ctx.live.changed(`user:${userId}`)
  return { depth, events: await findEvents(ctx.db, chain.id, mine) }
}

/** Returns whether one node is enough. After the final reading, and for events it reverted, a quorum is needed. */
async function isOneNodeEnough(db: Queryable, chain: Chain, events: readonly ChainEvent[]): Promise<boolean> {
  const [first] = events
  if (!first) return true
  const stored = new Map((await findEvents(db, chain.id, events)).map((event) => [eventKey(event), event]))
  const isStored = (event: ChainEvent) => {
    const twin = stored.get(eventKey(event))
    return twin !== undefined && twin.status !== 'gone' && contentOf(twin) === contentOf(event)
  }
  if (events.every(isStored)) return true
  const wasTakenBack = [...stored.values()].some(
    ({ status, block }) => status === 'gone' && block.hash === first.block.hash,
  )
  return first.block.number > (await finalNumberOf(db, chain)) && !wasTakenBack
}

const finalNumberOf = async (db: Queryable, chain: Chain): Promise<number> =>
  (await findCursor(db, cursorIdOf(chain)))?.finalNumber ?? -1
