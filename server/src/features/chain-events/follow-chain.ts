import { type Block, ChainUnreachable, ScanTooLarge } from '#platform/chain/chain'
import type { Context } from '#platform/context'
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
import { type ChainEvent, eventKey } from './event.rules.ts'
import { contentOf, type Dispute } from './final-reading.rules.ts'
import { eventsOf, finalisedByWitnesses, judgeReadings, readByWitnesses, type TwoReadings } from './final-reading.ts'
import { type EventHandler, recordEvents } from './record-events.ts'
import { findEventsBetween, type StoredEvent } from './store.ts'

/** The chain is not the one that was followed: a block that was final is not part of it. Nothing is touched then. */
export class ChainReplaced extends Error {
  override name = 'ChainReplaced'
}

/** Blocks read at once, at most, and events written down in one transaction. Fuller blocks are read fewer at a time. */
const MAX_BLOCKS = 2_000
const MAX_EVENTS = 5_000

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

/** Why what is final is not believed yet. */
export type Trouble =
  | { alert: 'chain-too-few-nodes'; reason: string }
  | { alert: 'chain-nodes-disagree'; block: number; disputes: Dispute[] }

/**
 * Follows the two contracts, a piece at a time, from a cursor in the database. Each piece is written down together with
 * where it ends, so that a crash loses and repeats nothing. One node's word is enough for blocks that are deep enough.
 * When they are final they are read again, by two nodes where there are two: what they don't both stand by is taken back,
 * and what the first reading left out is added. Where they disagree nothing becomes final until they agree.
 */
export class ChainFollower {
  readonly #ctx: Context
  readonly #handlers: readonly EventHandler[]
  #blocksAtOnce = MAX_BLOCKS
  #ahead: (Step & { readings: Promise<TwoReadings | undefined> }) | undefined
  /** The first block that can't become final in this round, since nodes disagree about it or one is missing. */
  #barredFrom = Number.POSITIVE_INFINITY
  #trouble: Trouble | null = null
  #roundsTrouble: Trouble | null = null
  /** As the database has it; undefined until it was written. */
  #disputedBlock: number | null | undefined

  constructor(ctx: Context, handlers: readonly EventHandler[]) {
    this.#ctx = ctx
    this.#handlers = handlers
  }

  /** Why the last complete pass could not finalise blocks; null when it could. */
  get trouble(): Trouble | null {
    return this.#trouble
  }

  /** Follows until nothing is left for now. */
  async catchUp(): Promise<void> {
    while (await this.step());
  }

  /** One piece; returns whether there may be more. Throws ChainUnreachable, or ChainReplaced. */
  async step(): Promise<boolean> {
    const cursor = await this.#cursor()
    const isMore = await this.#step(cursor)
    if (!isMore) await this.#endRound(cursor)
    return isMore
  }

  async #step(cursor: Cursor): Promise<boolean> {
    const latest = await this.#ctx.chain.latest()
    const confirmed = latest.number - (this.#ctx.chain.confirmations - 1)
    const finalised = Math.min(await this.#finalised(cursor), confirmed, this.#barredFrom - 1)
    if (await this.#isReorganised(cursor)) return this.#goBack(cursor)
    const step = this.#next(cursor, { confirmed, finalised })
    return step !== undefined && this.#take(cursor, step, { confirmed, finalised })
  }

  /** While a second node is missing, purchases go on being seen; nothing becomes final. */
  async #finalised(cursor: Cursor): Promise<number> {
    try {
      return await finalisedByWitnesses(this.#ctx.chain)
    } catch (error) {
      if (!(error instanceof ChainUnreachable)) throw error
      this.#bar(cursor.finalNumber + 1, { alert: 'chain-too-few-nodes', reason: error.message })
      return cursor.finalNumber
    }
  }

  #bar(from: number, trouble: Trouble): void {
    this.#barredFrom = Math.min(this.#barredFrom, from)
    this.#roundsTrouble ??= trouble
  }

  /** Everything is tried again in the next round. */
  async #endRound({ id }: Cursor): Promise<void> {
    this.#trouble = this.#roundsTrouble
    const block = this.#trouble?.alert === 'chain-nodes-disagree' ? this.#trouble.block : null
    if (block !== this.#disputedBlock) await updateDisputedBlock(this.#ctx.db, id, block)
    this.#disputedBlock = block
    this.#barredFrom = Number.POSITIVE_INFINITY
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
    const readings = await this.#read(cursor, step)
    if (!readings) return true
    const { before, last, tellings, isSplit } = readings
    if (isSplit) {
      this.#bar(from, { alert: 'chain-nodes-disagree', block: from, disputes: [] })
      return true
    }
    // The node is not that far yet, or another one than before: next time.
    if (last === undefined) return false
    const hashBefore = isAgain ? cursor.finalHash : cursor.hash
    if (hashBefore !== null && before?.hash !== hashBefore) return false
    const stored = await findEventsBetween(this.#ctx.db, this.#ctx.chain.id, from, to)
    let events = tellings[0]?.events ?? []
    let gone: number[]
    if (isFinal) {
      const { believed, disputes } = await judgeReadings(this.#ctx.chain, readings, stored, [from, to])
      if (disputes.length > 0) return this.#dispute(cursor, disputes, notAmong(believed, stored, contentOf))
      // One that is told differently is taken back where it is written down again.
      gone = notAmong(believed, stored, eventKey)
      events = believed
    } else gone = await this.#gone(stored, events)
    this.#readAhead(
      cursor,
      this.#next({ number: isAgain ? cursor.number : to, finalNumber: isFinal ? to : cursor.finalNumber }, depths),
    )
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

  /** Takes back what is not believed, and lets nothing from the first disputed event on become final. */
  async #dispute(cursor: Cursor, disputes: Dispute[], gone: number[]): Promise<boolean> {
    const block = Math.min(...disputes.map((dispute) => dispute.block))
    this.#bar(block, { alert: 'chain-nodes-disagree', block, disputes })
    if (gone.length > 0) {
      await this.#unlessMoved(cursor, (tx) => recordEvents(this.#ctx, tx, this.#handlers, { events: [], gone }))
    }
    return true
  }

  /** Asks for the next piece while this one is written down: in a backlog neither waits for the other. */
  #readAhead(cursor: Cursor, step: Step | undefined): void {
    if (!step) return
    const readings = this.#scan(cursor, step)
    // Whoever takes it is told; if nobody does, it does not matter.
    readings.catch(() => {})
    this.#ahead = { ...step, readings }
  }

  async #read(cursor: Cursor, step: Step) {
    const ahead = this.#ahead
    this.#ahead = undefined
    // What was read while it could change does not stand for the reading of what is final.
    const isTheSame = ahead?.from === step.from && ahead.to === step.to && ahead.isFinal === step.isFinal
    return isTheSame ? ahead.readings : this.#scan(cursor, step)
  }

  /** Undefined when the piece was too large, or too few nodes are there to call it final: the next step is another. */
  async #scan(cursor: Cursor, { from, to, isFinal }: Step): Promise<TwoReadings | undefined> {
    try {
      const readings = isFinal ? await readByWitnesses(this.#ctx.chain, from, to) : await this.#readOnce(from, to)
      const most = Math.max(...readings.tellings.map(({ events }) => events.length))
      if (most * 2 <= MAX_EVENTS) this.#blocksAtOnce = Math.min(MAX_BLOCKS, this.#blocksAtOnce * 2)
      else if (most > MAX_EVENTS) this.#blocksAtOnce = Math.max(1, Math.floor(this.#blocksAtOnce / 2))
      return readings
    } catch (error) {
      if (error instanceof ChainUnreachable && isFinal && this.#ctx.chain.witnesses.length > 1) {
        this.#bar(cursor.finalNumber + 1, { alert: 'chain-too-few-nodes', reason: error.message })
        return undefined
      }
      if (!(error instanceof ScanTooLarge) || from === to) throw error
      this.#blocksAtOnce = Math.max(1, Math.floor((to - from + 1) / 2))
      return undefined
    }
  }

  async #readOnce(from: number, to: number): Promise<TwoReadings> {
    const { chain } = this.#ctx
    const { before, last, logs } = await chain.scan(from, to)
    return { before, last, tellings: [{ node: chain.name, events: eventsOf(chain, logs, from, to) }], isSplit: false }
  }

  /**
   * Stored events that were not among those told, if their blocks are gone. That they were not told is not enough:
   * nodes leave things out.
   */
  async #gone(stored: readonly StoredEvent[], events: readonly ChainEvent[]): Promise<number[]> {
    const told = new Set(events.map((event) => `${eventKey(event)}/${event.block.hash}`))
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

/** Ids of stored events that have no counterpart among those that are believed. */
function notAmong(
  believed: readonly ChainEvent[],
  stored: readonly StoredEvent[],
  nameOf: (event: ChainEvent) => string,
): number[] {
  const names = new Set(believed.map(nameOf))
  return stored.filter((event) => !names.has(nameOf(event))).map(({ id }) => id)
}

function inParts(events: readonly ChainEvent[]): ChainEvent[][] {
  const parts: ChainEvent[][] = []
  for (let start = 0; start < events.length; start += MAX_EVENTS) parts.push(events.slice(start, start + MAX_EVENTS))
  return parts.length === 0 ? [[]] : parts
}
