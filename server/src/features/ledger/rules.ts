import {
  type AccountRef,
  DEBT_ACCOUNTS,
  type DebtAccountKind,
  debtKindOf,
  isDebtAccount,
  isHeldAccount,
  type TransferKind,
} from './accounts.ts'

export interface Transfer {
  /** Unique forever: the same key with the same content is the same transfer. */
  key: string
  kind: TransferKind
  reference: string
  from: AccountRef
  to: AccountRef
  /** Amount in whole units of the currency, at least 1. */
  amount: number
  /** Opens a hold with this id in `to`, an escrow account. */
  opensHold?: string
  /** Resolves this hold in `from`; all transfers from a hold are posted together and use it up. */
  resolvesHold?: string
  /** Takes at most the available balance; the rest becomes the owner's debt. */
  overdraws?: boolean
  /** Whether to post it though the owner of `from` is in debt. It spends nothing, and so repays no debt. */
  ignoresDebt?: boolean
}

export const debtKey = (key: string): string => `${key}/debt`

export interface Account {
  id: number
  ownerId: string
  kind: string
  currency: string
  balance: number | null
}

export interface Hold {
  id: string
  accountId: number
  amount: number
  isResolved: boolean
}

export interface PlannedTransfer extends Transfer {
  currency: string
  fromId: number
  toId: number
  fromBalance: number | null
  toBalance: number | null
}

/** `balance-too-low` and `in-debt` are user errors; every other reason is a bug of the caller. */
export class PostingRefused extends Error {
  override name = 'PostingRefused'
  readonly reason: 'balance-too-low' | 'in-debt' | 'unknown-account' | 'invalid-transfer' | 'key-reused' | 'hold'
  constructor(reason: PostingRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

interface Named {
  ownerId: string
  kind: string
}

/** Values by owner and kind, the last of each. Maps of maps: a joined name would be hashed at each lookup. */
export class ByAccount<Value extends Named = Account> {
  readonly #byOwner = new Map<string, Map<string, Value>>()

  constructor(all: Iterable<Value>) {
    for (const value of all) {
      const kinds = this.#byOwner.get(value.ownerId)
      if (kinds) kinds.set(value.kind, value)
      else this.#byOwner.set(value.ownerId, new Map([[value.kind, value]]))
    }
  }

  get({ ownerId, kind }: Named): Value | undefined {
    return this.#byOwner.get(ownerId)?.get(kind)
  }

  all(): Value[] {
    return [...this.#byOwner.values()].flatMap((kinds) => [...kinds.values()])
  }
}

/**
 * Returns the transfers, each with the balances it leads to. Each must be covered at its turn: an amount that arrives
 * later in the list can't be spent earlier. Debtors spend nothing, and each credit repays their debt first, by a
 * transfer of its own. Throws PostingRefused.
 */
export function planPosting(transfers: readonly Transfer[], accounts: ByAccount): PlannedTransfer[] {
  const posting = new Posting(accounts)
  for (const transfer of transfers) {
    checkTransfer(transfer)
    posting.refuseDebtor(transfer)
    for (const part of transfer.overdraws ? posting.withoutWhatIsMissing(transfer) : [transfer]) posting.move(part)
    const payment = posting.debtPayment(transfer)
    if (payment) posting.move(payment)
  }
  return posting.planned
}

class Posting {
  readonly planned: PlannedTransfer[] = []
  readonly #balances = new Map<number, number>()
  readonly #accounts: ByAccount

  constructor(accounts: ByAccount) {
    this.#accounts = accounts
  }

  move(transfer: Transfer): void {
    const from = find(this.#accounts, transfer.from)
    const to = find(this.#accounts, transfer.to)
    if (from.currency !== to.currency) {
      throw new PostingRefused('invalid-transfer', `${transfer.key} moves ${from.currency} into ${to.currency}`)
    }
    if (from.id === to.id) throw new PostingRefused('invalid-transfer', `${transfer.key} moves nothing`)
    const fromBalance = change(this.#balanceOf(from), -transfer.amount)
    const toBalance = change(this.#balanceOf(to), transfer.amount)
    if (fromBalance !== null && fromBalance < 0 && !isDebtAccount(from)) {
      throw new PostingRefused('balance-too-low', `${nameOf(transfer.from)} has too little for ${transfer.key}`)
    }
    if (toBalance !== null && toBalance > 0 && isDebtAccount(to)) {
      throw new PostingRefused('invalid-transfer', `${transfer.key} pays more than the debt`)
    }
    if (![fromBalance, toBalance].every((balance) => balance === null || Number.isSafeInteger(balance))) {
      throw new PostingRefused('invalid-transfer', `${transfer.key} leads to a balance that can't be counted exactly`)
    }
    if (fromBalance !== null) this.#balances.set(from.id, fromBalance)
    if (toBalance !== null) this.#balances.set(to.id, toBalance)
    const { currency } = from
    this.planned.push({ ...transfer, currency, fromId: from.id, toId: to.id, fromBalance, toBalance })
  }

  refuseDebtor({ key, from, ignoresDebt }: Transfer): void {
    if (ignoresDebt || debtKindOf(from) === undefined) return
    const kinds = Object.keys(DEBT_ACCOUNTS) as DebtAccountKind[]
    if (kinds.some((debt) => this.#owed(from.ownerId, debt) > 0)) {
      throw new PostingRefused('in-debt', `${from.ownerId} is in debt, so ${key} can't be spent`)
    }
  }

  withoutWhatIsMissing(transfer: Transfer): Transfer[] {
    const { key, from, amount } = transfer
    const debt = debtKindOf(from)
    if (debt === undefined) throw new PostingRefused('invalid-transfer', `${key} overdraws ${from.kind}`)
    const there = Math.min(amount, this.#balanceOf(find(this.#accounts, from)) ?? 0)
    const parts: Transfer[] = []
    if (there > 0) parts.push({ ...transfer, amount: there })
    if (there < amount) {
      const owing = { ownerId: from.ownerId, kind: debt }
      parts.push({ ...transfer, key: debtKey(key), kind: 'debt', from: owing, amount: amount - there })
    }
    return parts
  }

  debtPayment({ key, to, amount, reference, ignoresDebt }: Transfer): Transfer | undefined {
    const debt = debtKindOf(to)
    const owed = debt === undefined || ignoresDebt ? 0 : this.#owed(to.ownerId, debt)
    if (debt === undefined || owed === 0) return undefined
    const owing = { ownerId: to.ownerId, kind: debt }
    const paid = Math.min(owed, amount)
    return { key: `${key}/debt-payment`, kind: 'debt_payment', reference, from: to, to: owing, amount: paid }
  }

  #owed(ownerId: string, kind: DebtAccountKind): number {
    const account = this.#accounts.get({ ownerId, kind })
    return account ? -(this.#balanceOf(account) ?? 0) : 0
  }

  #balanceOf(account: Account): number | null {
    return this.#balances.get(account.id) ?? account.balance
  }
}

const change = (balance: number | null, amount: number) => (balance === null ? null : balance + amount)

const nameOf = ({ ownerId, kind }: Named) => `${ownerId}/${kind}`

function find(accounts: ByAccount, ref: AccountRef): Account {
  const account = accounts.get(ref)
  if (!account) throw new PostingRefused('unknown-account', `there is no account ${nameOf(ref)}`)
  return account
}

function checkTransfer({ key, from, to, amount, opensHold, resolvesHold }: Transfer): void {
  if (!Number.isSafeInteger(amount) || amount < 1) {
    throw new PostingRefused('invalid-transfer', `${key} moves ${amount}, which is not a whole amount of at least 1`)
  }
  if (opensHold !== undefined && resolvesHold !== undefined) {
    throw new PostingRefused('invalid-transfer', `${key} both opens and resolves a hold`)
  }
  if (isHeldAccount(to) !== (opensHold !== undefined)) {
    throw new PostingRefused('hold', `${key} sets aside without a hold, or opens one where nothing is set aside`)
  }
  if (isHeldAccount(from) !== (resolvesHold !== undefined)) {
    throw new PostingRefused('hold', `${key} takes what is set aside without a hold, or a hold from elsewhere`)
  }
}

/** Throws unless one posting takes exactly the held amount out of each hold. */
export function checkResolutions(
  transfers: readonly Pick<PlannedTransfer, 'key' | 'resolvesHold' | 'fromId' | 'amount'>[],
  holds: ReadonlyMap<string, Hold>,
): string[] {
  const taken = new Map<string, number>()
  for (const { key, resolvesHold, fromId, amount } of transfers) {
    if (resolvesHold === undefined) continue
    const hold = holds.get(resolvesHold)
    if (!hold) throw new PostingRefused('hold', `${key} resolves a hold that does not exist`)
    if (hold.isResolved) throw new PostingRefused('hold', `${key} resolves a hold a second time`)
    if (hold.accountId !== fromId) throw new PostingRefused('hold', `${key} takes a hold from another account`)
    taken.set(resolvesHold, (taken.get(resolvesHold) ?? 0) + amount)
  }
  for (const [holdId, amount] of taken) {
    const held = holds.get(holdId)?.amount
    if (held !== amount) throw new PostingRefused('hold', `hold ${holdId} of ${held} is resolved with ${amount}`)
  }
  return [...taken.keys()]
}

export interface KnownTransfer {
  key: string
  fromAccount: number
  toAccount: number
  amount: number
  kind: string
  reference: string
  opensHold: string | null
  resolvesHold: string | null
}

export function sameTransfer(
  known: Omit<KnownTransfer, 'key'>,
  again: Pick<PlannedTransfer, 'fromId' | 'toId' | 'amount' | 'kind' | 'reference' | 'opensHold' | 'resolvesHold'>,
): boolean {
  return (
    known.fromAccount === again.fromId &&
    known.toAccount === again.toId &&
    known.amount === again.amount &&
    known.kind === again.kind &&
    known.reference === again.reference &&
    known.opensHold === (again.opensHold ?? null) &&
    known.resolvesHold === (again.resolvesHold ?? null)
  )
}
