import { postTransfers, type Transfer } from '#features/ledger'
import { insertNotifications, type NewNotification } from '#features/notifications'
import { lockWallets } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { type ChainEvent, eventKey } from './event.rules.ts'
import { contentOf } from './final-reading.rules.ts'
import {
  findEvents,
  findEventsById,
  findWaiting,
  insertEvents,
  lockEvents,
  type StoredEvent,
  updateEvents,
  updateStatus,
} from './store.ts'

interface Consequence {
  transfers: Transfer[]
  changed: readonly string[]
  /** Undefined for an event that only moved to another block. */
  notices?: readonly EventNotice[]
}

interface EventNotice {
  eventId: number
  write: () => NewNotification | Promise<NewNotification>
}

export interface EventHandler {
  kind: ChainEvent['kind']
  isFinalOnly: boolean
  apply(ctx: Context, tx: Tx, events: readonly StoredEvent[]): Promise<Consequence>
  undo(ctx: Context, tx: Tx, events: readonly StoredEvent[]): Promise<Consequence>
}

export interface Found {
  events: readonly ChainEvent[]
  /** Stored events to revert: their block is gone, or too few nodes confirm them. */
  gone?: readonly number[]
  finalThrough?: number
  /** Block up to which stored events are final and never change. Undefined if a quorum says otherwise. */
  settledThrough?: number
}

/**
 * Records each event once and runs its handlers, in the caller's transaction. Stored events are skipped; one that moved
 * to another block or changed before it was final is reverted and recorded again. Returns the users whose pages
 * changed, to publish after the commit.
 */
export async function recordEvents(
  ctx: Context,
  tx: Tx,
  handlers: readonly EventHandler[],
  { events, gone = [], finalThrough, settledThrough = -1 }: Found,
): Promise<string[]> {
  await lockEvents(tx)
  const chainId = ctx.chain.id
  const known = new Map((await findEvents(tx, chainId, events)).map((event) => [eventKey(event), event] as const))
  const isAsKnown = (event: ChainEvent) => {
    const twin = known.get(eventKey(event))
    if (twin === undefined || twin.status === 'gone') return false
    // A final block isn't read again, so an event that one node moved out of it would never come back.
    return twin.block.number <= settledThrough || contentOf(twin) === contentOf(event)
  }
  const fresh = distinct(events).filter((event) => !isAsKnown(event))
  const left = [...fresh.flatMap((event) => known.get(eventKey(event)) ?? []), ...(await findEventsById(tx, gone))]
  const waiting = finalThrough === undefined ? [] : await findWaiting(tx, chainId, finalThrough)
  await lockWallets(tx, addressesOf([...fresh, ...left, ...waiting]))

  const outcome = new Outcome(ctx, tx, handlers)
  await outcome.undo(left.filter(({ status }) => status === 'applied'))
  if (gone.length > 0) await updateStatus(tx, gone, 'gone')
  const isFinalOnly = (kind: string) => handlers.some((handler) => handler.kind === kind && handler.isFinalOnly)
  const statusOf = ({ kind }: ChainEvent) => (isFinalOnly(kind) ? ('seen' as const) : ('applied' as const))
  // The lock keeps other transactions from storing them meanwhile.
  const unknown = fresh.flatMap((event) => (known.has(eventKey(event)) ? [] : { ...event, status: statusOf(event) }))
  const changed = fresh.flatMap((event) => {
    const twin = known.get(eventKey(event))
    return twin ? { ...twin, ...event, status: statusOf(event) } : []
  })
  const stored = [...(await updateEvents(tx, changed)), ...(await insertEvents(tx, chainId, unknown))]
  await outcome.apply(stored.filter(({ status }) => status === 'applied').sort(byPlace))
  const final = finalThrough === undefined ? [] : await findWaiting(tx, chainId, finalThrough)
  if (final.length > 0) {
    await outcome.apply(final)
    await updateStatus(
      tx,
      final.map(({ id }) => id),
      'applied',
    )
  }
  await postTransfers(tx, ctx.clock, outcome.transfers)
  await outcome.tell()
  return [...new Set(outcome.changed)]
}

class Outcome {
  readonly transfers: Transfer[] = []
  readonly changed: string[] = []
  readonly #notices: EventNotice[] = []
  readonly #undone = new Set<number>()
  readonly #applied = new Set<number>()
  readonly #ctx: Context
  readonly #tx: Tx
  readonly #handlers: readonly EventHandler[]

  constructor(ctx: Context, tx: Tx, handlers: readonly EventHandler[]) {
    this.#ctx = ctx
    this.#tx = tx
    this.#handlers = handlers
  }

  apply(events: readonly StoredEvent[]): Promise<void> {
    for (const { id } of events) this.#applied.add(id)
    return this.#each(events, (handler, mine) => handler.apply(this.#ctx, this.#tx, mine))
  }

  undo(events: readonly StoredEvent[]): Promise<void> {
    for (const { id } of events) this.#undone.add(id)
    return this.#each(events, (handler, mine) => handler.undo(this.#ctx, this.#tx, mine))
  }

  async tell(): Promise<void> {
    const isNews = ({ eventId }: EventNotice) => !(this.#undone.has(eventId) && this.#applied.has(eventId))
    const news: NewNotification[] = []
    for (const { write } of this.#notices.filter(isNews)) news.push(await write())
    await insertNotifications(this.#tx, this.#ctx.clock, news)
  }

  async #each(
    events: readonly StoredEvent[],
    act: (handler: EventHandler, mine: readonly StoredEvent[]) => Promise<Consequence>,
  ): Promise<void> {
    for (const handler of this.#handlers) {
      const mine = events.filter(({ kind }) => kind === handler.kind)
      if (mine.length === 0) continue
      const { transfers, changed, notices = [] } = await act(handler, mine)
      for (const transfer of transfers) this.transfers.push(transfer)
      for (const userId of changed) this.changed.push(userId)
      for (const notice of notices) this.#notices.push(notice)
    }
  }
}

/** Removes duplicates, since a node may report an event twice. */
const distinct = (events: readonly ChainEvent[]): ChainEvent[] => [
  ...new Map(events.map((event) => [eventKey(event), event])).values(),
]

const addressesOf = (events: readonly ChainEvent[]): string[] => [
  ...new Set(events.flatMap(({ account, target }) => (target === null ? [account] : [account, target]))),
]

const byPlace = (a: ChainEvent, b: ChainEvent) => a.block.number - b.block.number || a.logIndex - b.logIndex
