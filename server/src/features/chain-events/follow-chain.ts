import { type Block, type Chain, type ChainLog, ScanTooLarge } from '#platform/chain/chain'
import { contractsOf } from '#platform/chain/contracts'
import type { Context } from '#platform/context'
import {
  advanceCursor,
  advanceFinal,
  type Cursor,
  findCheckpoints,
  findCursor,
  insertCursor,
  lockCursor,
  rewindCursor,
} from './cursor-store.ts'
import { type ChainEvent, eventKey, readEvent } from './event.rules.ts'
import { type EventHandler, recordEvents } from './record-events.ts'
import { findEventsBetween } from './store.ts'

/** The chain is not the one that was followed: a block that was final is not part of it. Nothing is touched then. */
export class ChainReplaced extends Error {
  override name = 'ChainReplaced'
}

/** Blocks read at once, at most, and events written down in one transaction. Fuller blocks are read fewer at a time. */
const MOST_BLOCKS = 2_000
const MOST_EVENTS = 5_000

/** The cursor of the contracts this server is configured for. */
export function cursorIdOf({ chain }: Pick<Context, 'chain'>): string {
  const { vouch, steeze } = contractsOf(chain)
  return `${chain.id}/${vouch}/${steeze}`
}

interface Step {
  from: number
  to: number
  /** The blocks can't change any more. */
  isFinal: boolean
  /** They were read before, when they still could. */
  isAgain: boolean
}

/** How far blocks are deep enough to count, and final. */
interface Depths {
  confirmed: number
  finalised: number
}

type Scan = Awaited<ReturnType<Chain['scan']>>

/**
 * Follows the two contracts, a piece at a time, from a cursor in the database. Each piece is written down together with
 * where it ends, so that a crash loses and repeats nothing. Blocks are read when they are deep enough, and once more
 * when they are final: a node that left something out is caught then.
 */
export class ChainFollower {
  readonly #ctx: Context
  readonly #handlers: readonly EventHandler[]
  #blocksAtOnce = MOST_BLOCKS
  #ahead: (Step & { scan: Promise<Scan | undefined> }) | undefined

  constructor(ctx: Context, handlers: readonly EventHandler[]) {
    this.#ctx = ctx
    this.#handlers = handlers
  }

  /** Follows until nothing is left for now. */
  async catchUp(): Promise<void> {
    while (await this.step());
  }

  /** One piece; answers whether there may be more. Throws ChainUnreachable, or ChainReplaced. */
  async step(): Promise<boolean> {
    const cursor = await this.#cursor()
    const latest = await this.#ctx.chain.latest()
    const confirmed = latest.number - (this.#ctx.chain.confirmations - 1)
    const finalised = Math.min((await this.#ctx.chain.finalised()).number, confirmed)
    if (await this.#isReorganised(cursor)) return this.#goBack(cursor)
    const step = this.#next(cursor, { confirmed, finalised })
    return step !== undefined && this.#take(cursor, step, { confirmed, finalised })
  }

  async #cursor(): Promise<Cursor> {
    const id = cursorIdOf(this.#ctx)
    const known = await findCursor(this.#ctx.db, id)
    if (known) return known
    await insertCursor(this.#ctx.db, id, this.#ctx.chain.startBlock - 1)
    return this.#cursor()
  }

  #next(cursor: Pick<Cursor, 'number' | 'finalNumber'>, { confirmed, finalised }: Depths): Step | undefined {
    const most = (from: number, to: number) => Math.min(to, from + this.#blocksAtOnce - 1)
    if (cursor.finalNumber < cursor.number) {
      const from = cursor.finalNumber + 1
      const to = most(from, Math.min(finalised, cursor.number))
      if (to >= from) return { from, to, isFinal: true, isAgain: true }
    }
    const from = cursor.number + 1
    const isFinal = cursor.finalNumber === cursor.number && finalised >= from
    const to = most(from, isFinal ? finalised : confirmed)
    return to >= from ? { from, to, isFinal, isAgain: false } : undefined
  }

  /** Is the block the cursor stands on another one now? One that is not there at all may only be late. */
  async #isReorganised({ number, hash }: Cursor): Promise<boolean> {
    if (hash === null) return false
    const block = await this.#ctx.chain.block(number)
    return block !== undefined && block.hash !== hash
  }

  async #goBack(cursor: Cursor): Promise<boolean> {
    for (const checkpoint of await findCheckpoints(this.#ctx.db, cursor.id)) {
      if (checkpoint.number >= cursor.number) continue
      const block = await this.#ctx.chain.block(checkpoint.number)
      if (block?.hash !== checkpoint.hash) continue
      return this.#unlessMoved(cursor, async (tx) => {
        await rewindCursor(tx, cursor.id, checkpoint)
        return []
      })
    }
    if (cursor.finalHash !== null) {
      throw new ChainReplaced(`block ${cursor.finalNumber} was final and is not part of the chain any more`)
    }
    // Nothing was final yet: everything is read again.
    const start = { number: cursor.finalNumber, hash: null, time: null }
    return this.#unlessMoved(cursor, async (tx) => {
      await rewindCursor(tx, cursor.id, start)
      return []
    })
  }

  async #take(cursor: Cursor, step: Step, depths: Depths): Promise<boolean> {
    const { from, to, isFinal, isAgain } = step
    const scan = await this.#scanned(step)
    if (!scan) return true
    const { before, last, logs } = scan
    // The node is not that far yet, or another one than before: next time.
    if (last === undefined) return false
    const hashBefore = isAgain ? cursor.finalHash : cursor.hash
    if (hashBefore !== null && before?.hash !== hashBefore) return false
    this.#readAhead(
      this.#next({ number: isAgain ? cursor.number : to, finalNumber: isFinal ? to : cursor.finalNumber }, depths),
    )
    const events = this.#read(logs)
    const gone = await this.#gone(from, to, events)
    const parts = inParts(events)
    for (const [index, part] of parts.entries()) {
      const isEnd = index === parts.length - 1
      const isDone = await this.#unlessMoved(cursor, async (tx) => {
        const changed = await recordEvents(this.#ctx, tx, this.#handlers, {
          events: part,
          ...(isEnd ? { gone, ...(isFinal ? { finalThrough: to } : {}) } : {}),
        })
        if (isEnd && !isAgain) await advanceCursor(tx, cursor.id, last)
        if (isEnd && isFinal) await advanceFinal(tx, cursor.id, last)
        return changed
      })
      if (!isDone) return true
    }
    return true
  }

  /** Asks for the next piece while this one is written down: in a backlog neither waits for the other. */
  #readAhead(step: Step | undefined): void {
    if (!step) return
    const scan = this.#scan(step)
    // Whoever takes it is told; if nobody does, it does not matter.
    scan.catch(() => {})
    this.#ahead = { ...step, scan }
  }

  async #scanned(step: Step) {
    const ahead = this.#ahead
    this.#ahead = undefined
    // What was read while it could change does not stand for the reading of what is final.
    const isTheSame = ahead?.from === step.from && ahead.to === step.to && ahead.isFinal === step.isFinal
    return isTheSame ? ahead.scan : this.#scan(step)
  }

  async #scan({ from, to }: Step): Promise<Scan | undefined> {
    try {
      const scan = await this.#ctx.chain.scan(from, to)
      const { length } = scan.logs
      if (length * 2 <= MOST_EVENTS) this.#blocksAtOnce = Math.min(MOST_BLOCKS, this.#blocksAtOnce * 2)
      else if (length > MOST_EVENTS) this.#blocksAtOnce = Math.max(1, Math.floor(this.#blocksAtOnce / 2))
      return scan
    } catch (error) {
      if (!(error instanceof ScanTooLarge) || from === to) throw error
      this.#blocksAtOnce = Math.max(1, Math.floor((to - from + 1) / 2))
      return undefined
    }
  }

  #read(logs: readonly ChainLog[]): ChainEvent[] {
    const contracts = contractsOf(this.#ctx.chain)
    return logs.flatMap((log) => readEvent(log, contracts) ?? [])
  }

  /**
   * Stored events that were not among those told, if their blocks are gone. That they were not told is not enough:
   * nodes leave things out.
   */
  async #gone(from: number, to: number, events: readonly ChainEvent[]): Promise<number[]> {
    const told = new Set(events.map((event) => `${eventKey(event)}/${event.block.hash}`))
    const stored = await findEventsBetween(this.#ctx.db, this.#ctx.chain.id, from, to)
    const gone: number[] = []
    const blocks = new Map<number, Block | undefined>()
    for (const event of stored) {
      const { number, hash } = event.block
      // One told in another block is taken back where it is written down again.
      if (told.has(`${eventKey(event)}/${hash}`) || events.some((other) => eventKey(other) === eventKey(event)))
        continue
      if (!blocks.has(number)) blocks.set(number, await this.#ctx.chain.block(number))
      const block = blocks.get(number)
      if (block !== undefined && block.hash !== hash) gone.push(event.id)
    }
    return gone
  }

  /** Does the work if nobody moved the cursor meanwhile; answers whether it did. */
  async #unlessMoved(
    cursor: Cursor,
    work: (tx: Parameters<typeof lockCursor>[0]) => Promise<string[]>,
  ): Promise<boolean> {
    const changed = await this.#ctx.db.tx(async (tx) => {
      const now = await lockCursor(tx, cursor.id)
      const isSame = now?.number === cursor.number && now.hash === cursor.hash && now.finalNumber === cursor.finalNumber
      return isSame ? work(tx) : undefined
    })
    for (const userId of changed ?? []) this.#ctx.live.changed(`user:${userId}`)
    return changed !== undefined
  }
}

function inParts(events: readonly ChainEvent[]): ChainEvent[][] {
  const parts: ChainEvent[][] = []
  for (let start = 0; start < events.length; start += MOST_EVENTS) parts.push(events.slice(start, start + MOST_EVENTS))
  return parts.length === 0 ? [[]] : parts
}
