/** A payment whose transaction is on its way and not credited yet, as this browser remembers it. */
export interface SentPayment {
  kind: 'buy' | 'redeem' | 'vouch'
  /** Of its transaction; of a batch, as long as its wallet does not say which that is, the batch's id. */
  hash: string
  /** The wallet (its rdns) that has a batch under way and alone knows what becomes of it. */
  batchOf?: string
  chainId: number
  /** Who sent it; another account in the same browser does not see it. */
  userId: string
  /** Micro-USDC paid, or to be paid out. */
  usdcMicros: number
  /** Steeze bought or redeemed; 0 for a vouch. */
  steeze: number
  /** For whom a vouch is. */
  vouchedUserId?: string
  sentAtMs: number
}

/** Payments on their way: they survive a reload and a closed tab, and every tab of the browser sees the same. */
export interface SentPayments {
  all(): readonly SentPayment[]
  /** Keeps a payment; one with the same hash, or with the id of the batch it was, is replaced. */
  add(payment: SentPayment, batch?: string): void
  remove(hash: string): void
  subscribe(listener: () => void): () => void
}

const STORED_AS = 'aura-payments'
/** The server's watcher credits what is forgotten here, so a payment nobody came back for need not stay for ever. */
const KEPT_MS = 7 * 24 * 60 * 60_000

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** `target` tells of changes by other tabs (the window's `storage` event). */
export function createSentPayments(store: Store, target: EventTarget, now: () => number): SentPayments {
  const listeners = new Set<() => void>()
  let isBlocked = false
  let known: readonly SentPayment[] = []
  known = read()
  function read(): readonly SentPayment[] {
    if (isBlocked) return known
    try {
      const stored: unknown = JSON.parse(store.getItem(STORED_AS) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isPayment).filter((each) => now() - each.sentAtMs < KEPT_MS) : []
    } catch {
      // Storage is blocked, or somebody else wrote there.
      return known
    }
  }
  function tell(next: readonly SentPayment[]) {
    known = next
    for (const listener of listeners) listener()
  }
  function write(change: (payments: readonly SentPayment[]) => readonly SentPayment[]) {
    // Read anew: another tab may have added one a moment ago.
    const next = change(read())
    try {
      store.setItem(STORED_AS, JSON.stringify(next))
    } catch {
      // Then it is remembered for as long as the page.
      isBlocked = true
    }
    tell(next)
  }
  target.addEventListener('storage', (event) => {
    if ((event as StorageEvent).key === STORED_AS) tell(read())
  })
  return {
    all: () => known,
    add: (payment, batch) =>
      write((payments) => [...payments.filter(({ hash }) => hash !== payment.hash && hash !== batch), payment]),
    remove: (hash) => write((payments) => payments.filter((payment) => payment.hash !== hash)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const KINDS: readonly unknown[] = ['buy', 'redeem', 'vouch'] satisfies SentPayment['kind'][]

function isPayment(value: unknown): value is SentPayment {
  if (typeof value !== 'object' || value === null) return false
  const { kind, hash, chainId, userId, usdcMicros, steeze, sentAtMs } = value as Partial<SentPayment>
  return (
    KINDS.includes(kind) &&
    typeof hash === 'string' &&
    typeof userId === 'string' &&
    [chainId, usdcMicros, steeze, sentAtMs].every((number) => typeof number === 'number')
  )
}
