import { type Block, ChainUnreachable, ScanTooLarge } from '#platform/chain/chain'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import {
  advanceCursor,
  advanceFinal,
  type Cursor,
  cursorIdOf,
  findCheckpoints,
  findCursor,
  insertCursor,
  lockCursor,
  rewindCursor,
  updateDisputedBlock,
} from './cursor-store.ts'
import { secondsDeep } from './depth.ts'
import { type ChainEvent, eventKey } from './event.rules.ts'
import { contentOf, type Dispute } from './final-reading.rules.ts'
import { eventsOf, finalisedByVerifiers, judgeScan, scanByVerifiers, type VerifiedScan } from './final-reading.ts'
import { type EventHandler, recordEvents } from './record-events.ts'
import { findEventsBetween, lockEvents, type StoredEvent } from './store.ts'

/** A final block is no longer part of the chain, so it is another chain. Nothing is changed. */
export class ChainReplaced extends Error {
  override name = 'ChainReplaced'
}

/** Blocks per read, and events per transaction. Full blocks are read in smaller ranges. */
const MAX_BLOCKS = 2_000
const MAX_EVENTS = 5_000

interface Step {
  from: number
  to: number
  isFinal: boolean
  isAgain: boolean
}

interface Depths {
  confirmed: number
  finalised: number
}

/** Reason why finalisation is stuck. */
export type Trouble =
  | { alert: 'chain-too-few-nodes'; reason: string }
  | { alert: 'chain-nodes-disagree'; block: number; disputes: Dispute[] }

/**
 * Follows the two contracts in steps, from a cursor in the database. Each step commits with its cursor, so a crash
 * neither loses nor repeats events. Confirmed blocks are read from one node, and again once final, from two nodes if
 * there are two: events on which they disagree are reverted, and missing ones added. While the nodes disagree, nothing
 * becomes final.
 */
export class ChainFollower {
  readonly #ctx: Context
  readonly #handlers: readonly EventHandler[]
  #blocksAtOnce = MAX_BLOCKS
  #ahead: (Step & { scan: Promise<VerifiedScan | undefined> }) | undefined
  /** First block that can't become final in this round, because nodes disagree or one is missing. */
  #finalityBlockedFrom = Number.POSITIVE_INFINITY
  #trouble: Trouble | null = null
  #roundsTrouble: Trouble | null = null
  /** The stored disputed block; undefined until first written. */
  #disputedBlock: number | null | undefined
  /** Newest blocks seen, in order. Only the first may be deep enough. */
  #heads: Pick<Block, 'number' | 'time'>[] = []

  constructor(ctx: Context, handlers: readonly EventHandler[]) {
    this.#ctx = ctx
    this.#handlers = handlers
  }

  get trouble(): Trouble | null {
    return this.#trouble
  }

  async catchUp(): Promise<void> {
    while (await this.step());
  }

  /** Makes a step. Returns whether there may be more. Throws ChainUnreachable or ChainReplaced. */
  async step(): Promise<boolean> {
    const cursor = await this.#cursor()
    const isMore = await this.#step(cursor)
    if (!isMore) await this.#endRound(cursor)
    return isMore
  }

  async #step(cursor: Cursor): Promise<boolean> {
    const latest = await this.#ctx.chain.latest()
    const confirmed = await this.#confirmed(cursor, latest)
    const finalised = Math.min(await this.#finalised(cursor), confirmed, this.#finalityBlockedFrom - 1)
    if (await this.#isReorganised(cursor)) return this.#goBack(cursor)
    const step = this.#next(cursor, { confirmed, finalised })
    return step !== undefined && this.#take(cursor, step, { confirmed, finalised })
  }

  /**
   * Returns the newest block known to be deep enough. Blocks seen on earlier rounds become deep by themselves, so the
   * nodes are searched only after a start.
   */
  async #confirmed(cursor: Cursor, latest: Block): Promise<number> {
    const { chain } = this.#ctx
    if (chain.confirmationSeconds === 0) return latest.number
    const isDeep = ({ time }: Pick<Block, 'time'>) => secondsDeep({ time }, latest) >= chain.confirmationSeconds
    const heads = this.#heads.filter(({ number }) => number < latest.number)
    this.#heads = [...heads.slice(Math.max(0, heads.findLastIndex(isDeep))), latest]
    const [oldest = latest] = this.#heads
    if (oldest.number <= cursor.number) return cursor.number
    if (isDeep(oldest)) {
      // A reorganisation may have put a later block there.
      const block = await chain.block(oldest.number)
      return block && isDeep(block) ? block.number : cursor.number
    }
    let [deep, young] = [cursor.number, oldest.number]
    while (young - deep > 1) {
      const middle = Math.floor((deep + young) / 2)
      const block = await chain.block(middle)
      if (block && isDeep(block)) {
        deep = middle
        this.#heads = [block, ...this.#heads.filter((head) => !isDeep(head))]
      } else young = middle
    }
    return deep
  }

  /** Returns the final block. While a second node is missing, purchases are still seen, but nothing becomes final. */
  async #finalised(cursor: Cursor): Promise<number> {
    try {
      return await finalisedByVerifiers(this.#ctx.chain)
    } catch (error) {
      if (!(error instanceof ChainUnreachable)) throw error
      this.#blockFinality(cursor.finalNumber + 1, { alert: 'chain-too-few-nodes', reason: error.message })
      return cursor.finalNumber
    }
  }

  #blockFinality(from: number, trouble: Trouble): void {
    this.#finalityBlockedFrom = Math.min(this.#finalityBlockedFrom, from)
    this.#roundsTrouble ??= trouble
  }

  async #endRound({ id }: Cursor): Promise<void> {
    this.#trouble = this.#roundsTrouble
    const block = this.#trouble?.alert === 'chain-nodes-disagree' ? this.#trouble.block : null
    if (block !== this.#disputedBlock) await updateDisputedBlock(this.#ctx.db, id, block)
    this.#disputedBlock = block
    this.#finalityBlockedFrom = Number.POSITIVE_INFINITY
    this.#roundsTrouble = null
  }

  async #cursor(): Promise<Cursor> {
    const id = cursorIdOf(this.#ctx.chain)
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

  /** Returns whether the cursor's block was replaced. A missing block may only be late. */
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
    // No block was final yet, so everything is read again.
    const start = { number: cursor.finalNumber, hash: null, time: null }
    return this.#unlessMoved(cursor, async (tx) => {
      await rewindCursor(tx, cursor.id, start)
      return []
    })
  }

  async #take(cursor: Cursor, step: Step, depths: Depths): Promise<boolean> {
    const { from, to, isFinal, isAgain } = step
    const scan = await this.#read(cursor, step)
    if (!scan) return true
    const { before, last, reports, isSplit } = scan
    if (isSplit) {
      this.#blockFinality(from, { alert: 'chain-nodes-disagree', block: from, disputes: [] })
      return true
    }
    if (last === undefined) return false
    const hashBefore = isAgain ? cursor.finalHash : cursor.hash
    if (hashBefore !== null && before?.hash !== hashBefore) return false
    const stored = await findEventsBetween(this.#ctx.db, this.#ctx.chain.id, from, to)
    let events = reports[0]?.events ?? []
    let gone: number[]
    if (isFinal) {
      const { agreed, disputes } = await judgeScan(this.#ctx.chain, scan, stored, [from, to])
      if (disputes.length > 0) return this.#dispute(cursor, disputes, notAmong(agreed, stored, contentOf))
      // A changed event is reverted when it is recorded again.
      gone = notAmong(agreed, stored, eventKey)
      events = agreed
    } else gone = await this.#gone(stored, events)
    this.#readAhead(
      cursor,
      this.#next({ number: isAgain ? cursor.number : to, finalNumber: isFinal ? to : cursor.finalNumber }, depths),
    )
    const parts = inParts(events)
    for (const [index, part] of parts.entries()) {
      const isEnd = index === parts.length - 1
      const isDone = await this.#unlessMoved(cursor, async (tx) => {
        if (isEnd && isFinal && (await this.#isAnyUnjudged(tx, step, [...stored, ...events]))) return undefined
        const changed = await recordEvents(this.#ctx, tx, this.#handlers, {
          events: part,
          settledThrough: cursor.finalNumber,
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

  /**
   * Returns whether events were stored since `judged` was read, for example by a manual confirmation: a final block is
   * not read again, so they must be judged first.
   */
  async #isAnyUnjudged(tx: Tx, { from, to }: Step, judged: readonly ChainEvent[]): Promise<boolean> {
    await lockEvents(tx)
    const contents = new Set(judged.map(contentOf))
    const stored = await findEventsBetween(tx, this.#ctx.chain.id, from, to)
    return stored.some((event) => !contents.has(contentOf(event)))
  }

  /** Handles disputes and blocks finality from the first disputed event on. */
  async #dispute(cursor: Cursor, disputes: Dispute[], gone: number[]): Promise<boolean> {
    const block = Math.min(...disputes.map((dispute) => dispute.block))
    this.#blockFinality(block, { alert: 'chain-nodes-disagree', block, disputes })
    if (gone.length > 0) {
      await this.#unlessMoved(cursor, (tx) => recordEvents(this.#ctx, tx, this.#handlers, { events: [], gone }))
    }
    return true
  }

  /** Prefetches the next range while this one is recorded. */
  #readAhead(cursor: Cursor, step: Step | undefined): void {
    if (!step) return
    const scan = this.#scan(cursor, step)
    // The next step gets the error; without one it does not matter.
    scan.catch(() => {})
    this.#ahead = { ...step, scan }
  }

  async #read(cursor: Cursor, step: Step) {
    const ahead = this.#ahead
    this.#ahead = undefined
    // A reading made before the blocks were final cannot serve as the final one.
    const isTheSame = ahead?.from === step.from && ahead.to === step.to && ahead.isFinal === step.isFinal
    return isTheSame ? ahead.scan : this.#scan(cursor, step)
  }

  /** Scans blocks; undefined if the range was too large or too few nodes can finalise it: the next step differs. */
  async #scan(cursor: Cursor, { from, to, isFinal }: Step): Promise<VerifiedScan | undefined> {
    try {
      const scan = isFinal ? await scanByVerifiers(this.#ctx.chain, from, to) : await this.#readOnce(from, to)
      const most = Math.max(...scan.reports.map(({ events }) => events.length))
      if (most * 2 <= MAX_EVENTS) this.#blocksAtOnce = Math.min(MAX_BLOCKS, this.#blocksAtOnce * 2)
      else if (most > MAX_EVENTS) this.#blocksAtOnce = Math.max(1, Math.floor(this.#blocksAtOnce / 2))
      return scan
    } catch (error) {
      if (error instanceof ChainUnreachable && isFinal && this.#ctx.chain.verifiers.length > 1) {
        this.#blockFinality(cursor.finalNumber + 1, { alert: 'chain-too-few-nodes', reason: error.message })
        return undefined
      }
      if (!(error instanceof ScanTooLarge) || from === to) throw error
      this.#blocksAtOnce = Math.max(1, Math.floor((to - from + 1) / 2))
      return undefined
    }
  }

  async #readOnce(from: number, to: number): Promise<VerifiedScan> {
    const { chain } = this.#ctx
    const { before, last, logs } = await chain.scan(from, to)
    return { before, last, reports: [{ node: chain.name, events: eventsOf(chain, logs, from, to) }], isSplit: false }
  }

  /** Returns unreported events whose blocks are gone. Being unreported is not enough, because nodes omit events. */
  async #gone(stored: readonly StoredEvent[], events: readonly ChainEvent[]): Promise<number[]> {
    const reported = new Set(events.map((event) => `${eventKey(event)}/${event.block.hash}`))
    const gone: number[] = []
    const blocks = new Map<number, Block | undefined>()
    for (const event of stored) {
      const { number, hash } = event.block
      // An event in another block is reverted when it is recorded again.
      if (reported.has(`${eventKey(event)}/${hash}`) || events.some((other) => eventKey(other) === eventKey(event)))
        continue
      if (!blocks.has(number)) blocks.set(number, await this.#ctx.chain.block(number))
      const block = blocks.get(number)
      if (block !== undefined && block.hash !== hash) gone.push(event.id)
    }
    return gone
  }

  /** Runs `work` only if the cursor has not moved meanwhile. Returns whether it ran and returned a result. */
  async #unlessMoved(cursor: Cursor, work: (tx: Tx) => Promise<string[] | undefined>): Promise<boolean> {
    const changed = await this.#ctx.db.tx(async (tx) => {
      const now = await lockCursor(tx, cursor.id)
      const isSame = now?.number === cursor.number && now.hash === cursor.hash && now.finalNumber === cursor.finalNumber
      return isSame ? work(tx) : undefined
    })
    for (const userId of changed ?? []) this.#ctx.live.changed(`user:${userId}`)
    return changed !== undefined
  }
}

function notAmong(
  agreed: readonly ChainEvent[],
  stored: readonly StoredEvent[],
  nameOf: (event: ChainEvent) => string,
): number[] {
  const names = new Set(agreed.map(nameOf))
  return stored.filter((event) => !names.has(nameOf(event))).map(({ id }) => id)
}

function inParts(events: readonly ChainEvent[]): ChainEvent[][] {
  const parts: ChainEvent[][] = []
  for (let start = 0; start < events.length; start += MAX_EVENTS) parts.push(events.slice(start, start + MAX_EVENTS))
  return parts.length === 0 ? [[]] : parts
}
