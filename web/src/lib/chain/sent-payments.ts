import type { Store } from '../browser-storage.ts'

/** A payment whose transaction was sent but not credited yet, stored in this browser. */
export interface SentPayment {
  /** Selects the tracker that follows it. The tracker's feature may store more fields. */
  kind: string
  hash: string
  /** Wallet (rdns) that holds the pending batch; only it knows the result. */
  batchOf?: string
  batch?: string
  chainId: number
  /** The sender; other accounts in this browser don't see the payment. */
  userId: string
  usdcMicros: number
  sentAtMs: number
}

export type UnsentPayment<Sent extends SentPayment = SentPayment> = Omit<
  Sent,
  'hash' | 'batchOf' | 'batch' | 'sentAtMs'
>

/** Pending payments. They survive reloads and closed tabs and are shared by all tabs of the browser. */
export interface SentPayments {
  all(): readonly SentPayment[]
  /** Stores a payment, replacing one with the same hash or the batch it came from. */
  add(payment: SentPayment, batch?: string): void
  /** Returns whether it was still stored: of several tabs only the first one announces a result. */
  remove(hash: string): boolean
  subscribe(listener: () => void): () => void
}

/** Returns whether a payment ended between two lists. A batch that became a transaction has not ended. */
export const hasOneEnded = (before: readonly SentPayment[], now: readonly SentPayment[]): boolean =>
  before.some((known) => now.every(({ hash, batch }) => hash !== known.hash && batch !== known.hash))

const STORED_AS = 'aura-payments'
/** Retention. The server's watcher credits payments that expire here, so abandoned ones need not stay. */
const KEPT_MS = 7 * 24 * 60 * 60_000

/** `target` emits changes made by other tabs (the window's `storage` event). */
export function createSentPayments(
  store: Pick<Store, 'getItem' | 'setItem'>,
  target: EventTarget,
  now: () => number,
): SentPayments {
  const listeners = new Set<() => void>()
  let known: readonly SentPayment[] | undefined
  function read(): readonly SentPayment[] {
    try {
      const stored: unknown = JSON.parse(store.getItem(STORED_AS) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isPayment).filter((each) => now() - each.sentAtMs < KEPT_MS) : []
    } catch {
      // Its content isn't ours.
      return []
    }
  }
  function tell(next: readonly SentPayment[]) {
    known = next
    for (const listener of listeners) listener()
  }
  function write(change: (payments: readonly SentPayment[]) => readonly SentPayment[]) {
    // Read again, because another tab may have just added one.
    const next = change(read())
    store.setItem(STORED_AS, JSON.stringify(next))
    tell(next)
  }
  target.addEventListener('storage', (event) => {
    if ((event as StorageEvent).key === STORED_AS) tell(read())
  })
  return {
    all() {
      known ??= read()
      return known
    },
    add: (payment, batch) =>
      write((payments) => [
        ...payments.filter(({ hash }) => hash !== payment.hash && hash !== batch),
        batch === undefined ? payment : { ...payment, batch },
      ]),
    remove(hash) {
      const isStored = read().some((payment) => payment.hash === hash)
      write((payments) => payments.filter((payment) => payment.hash !== hash))
      return isStored
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isPayment(value: unknown): value is SentPayment {
  if (typeof value !== 'object' || value === null) return false
  const { kind, hash, chainId, userId, usdcMicros, sentAtMs } = value as Partial<SentPayment>
  return (
    typeof kind === 'string' &&
    typeof hash === 'string' &&
    typeof userId === 'string' &&
    [chainId, usdcMicros, sentAtMs].every((number) => typeof number === 'number')
  )
}
