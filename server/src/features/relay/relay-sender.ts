import { keccak256 } from 'viem'
import { CallReverted, type Chain, ChainUnreachable, type Receipt, SendRefused } from '#platform/chain/chain'
import { agreedTransactionCount } from '#platform/chain/verifiers'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { WorkerLog } from '#platform/feature'
import { type Fees, feesAt, mostGwei, nextMove, raisedFees, toGwei } from './relay.rules.ts'
import { type RelayKey, senderIdOf } from './relay-key.ts'
import {
  deleteAbandoned,
  findNextNonce,
  findOfOtherSenders,
  findQueued,
  findSent,
  findTransactions,
  findUnfinal,
  hasNonce,
  holdLease,
  insertTransaction,
  markFinal,
  markSent,
  noteBlock,
  noteSettledBlock,
  type Payment,
  raiseCost,
  reopenPayment,
  requeuePayment,
  resettlePayment,
  type SignedTransaction,
  setDoubts,
  setNextNonce,
  settlePayment,
} from './store.ts'

/** Nodes may be this far behind the network: they don't know yet what came into a block in time. */
const BEHIND_MS = 30_000

type Sent = Payment & { nonce: number }

interface Outcome {
  transaction: SignedTransaction
  receipt: Receipt
}

/**
 * Sends payments under numbers of its own and follows each to a final block. A transaction is stored before any node sees
 * it, and all transactions of a payment have one number until it is given another, of which one pays at most. So a server
 * that continues after a crash repeats it and never pays twice. A block or a refusal counts once a node reported it twice.
 */
export class RelaySender {
  readonly #ctx: Context
  readonly #relay: RelayKey
  readonly #holder: string
  readonly #log: WorkerLog
  readonly #id: string
  /** When this server handed in the newest transaction of a payment, first and last. */
  readonly #handedIn = new Map<string, { raw: string; first: Date; last: Date }>()
  /** A number of the chain's that was higher than ours, when it was last seen. */
  #ahead = 0
  /** A number that none of our transactions has though later ones wait, and in how many looks in a row it was the next. */
  #gap: { at: number; looks: number } | undefined

  constructor(ctx: Context, relay: RelayKey, { holder, log }: { holder: string; log: WorkerLog }) {
    this.#ctx = ctx
    this.#relay = relay
    this.#holder = holder
    this.#log = log
    this.#id = senderIdOf(ctx.chain.id, relay)
  }

  /** Does what can be done now. Returns whether payments are under way. Throws ChainUnreachable. Needs the lease. */
  async step(): Promise<boolean> {
    const { db, clock, chain, limits } = this.#ctx
    const now = await databaseTime(db, clock)
    await deleteAbandoned(db, new Date(now.getTime() - limits.relay.checkMs))
    let sent = await findSent(db, this.#id)
    const queued = await findQueued(db, chain.id, limits.relay.inFlight)
    if (sent.length > 0 || queued.length > 0) {
      const count = await this.#count()
      if (count !== 'behind') await this.#settleSent(sent, count)
      sent = await findSent(db, this.#id)
      const waiting = sent.filter(({ blockHash }) => blockHash === null)
      const price = await chain.gasPrice()
      await this.#moveOn(waiting, price, now)
      if (count !== 'behind') {
        const room = Math.max(0, limits.relay.inFlight - waiting.length)
        if (price <= BigInt(limits.relay.maxPriceWei)) await this.#sendQueued(queued, room, price, now)
        await this.#closeGap(sent, count)
      }
    }
    await this.#closeOthers(now)
    await this.#finish()
    return sent.length > 0 || queued.length > 0
  }

  /**
   * Returns how many numbers are used on chain; `behind` if those are more than ours: the database is an older copy, or the
   * key was used elsewhere. Once two nodes said so twice, it continues above the chain's.
   */
  async #count(): Promise<number | 'behind'> {
    const { db, chain } = this.#ctx
    const next = (await findNextNonce(db, this.#id)) ?? 0
    const told = await chain.transactionCount(this.#relay.address)
    const count = told <= next ? told : await this.#agreedCount()
    if (count !== null && count <= next) {
      this.#ahead = 0
      return count
    }
    if (count !== null && count === this.#ahead) {
      await this.#asHolder(async (tx, own) => {
        if (own < count) await setNextNonce(tx, this.#id, count)
      })
    }
    this.#ahead = count ?? 0
    return 'behind'
  }

  /** Returns how many numbers two nodes agree are used; null if too few of them respond. */
  async #agreedCount(): Promise<number | null> {
    try {
      return await agreedTransactionCount(this.#ctx.chain, this.#relay.address)
    } catch (error) {
      if (error instanceof ChainUnreachable) return null
      throw error
    }
  }

  /**
   * Gives payments other numbers when no transaction of ours has the next one, so that theirs would wait for ever: a node
   * had invented a count, or a transaction that had used a number disappeared.
   */
  async #closeGap(sent: readonly Sent[], count: number): Promise<void> {
    const { db, limits } = this.#ctx
    const [first] = sent
    const isGap = first !== undefined && count < first.nonce && !(await hasNonce(db, this.#id, count))
    this.#gap = isGap ? { at: count, looks: this.#gap?.at === count ? this.#gap.looks + 1 : 1 } : undefined
    if (!this.#gap || this.#gap.looks < limits.relay.doubts || (await this.#agreedCount()) !== count) return
    this.#gap = undefined
    this.#log.error({ alert: 'relay-number-unused', nonce: count }, 'a number of the relay was used by no transaction')
    await this.#asHolder(async (tx) => {
      for (const { id } of sent) await requeuePayment(tx, id)
      await setNextNonce(tx, this.#id, count)
    })
  }

  /**
   * Runs `work` in a transaction with the number of the next transaction. Returns its result, by which the caller knows
   * what is stored; undefined, with nothing done, once another server has taken over.
   */
  async #asHolder<T>(work: (tx: Tx, next: number) => Promise<T>): Promise<T | undefined> {
    return this.#ctx.db.tx(async (tx) => {
      const next = await holdLease(tx, this.#id, this.#holder)
      return next === undefined ? undefined : work(tx, next)
    })
  }

  async #settleSent(sent: readonly Sent[], count: number): Promise<void> {
    const due = sent.filter(({ nonce }) => nonce < count)
    const transactions = Map.groupBy(await this.#transactionsOf(due), ({ paymentId }) => paymentId)
    await Promise.all(due.map((payment) => this.#settle(payment, transactions.get(payment.id) ?? [])))
    for (const { nonce, id, blockHash, doubts } of sent) {
      if (nonce < count) continue
      if (blockHash !== null) await noteBlock(this.#ctx.db, id, null)
      if (doubts > 0) await setDoubts(this.#ctx.db, id, 0)
    }
  }

  async #settle(payment: Sent, transactions: readonly SignedTransaction[]): Promise<void> {
    const outcome = await findOutcome(this.#ctx.chain, transactions)
    if (!outcome) return this.#doubt(payment)
    await this.#noteOutcome(payment, outcome)
  }

  /** Settles a payment whose block is seen for the second time. */
  async #noteOutcome(payment: Payment, outcome: Outcome): Promise<void> {
    const { transaction, receipt } = outcome
    const { number, hash } = receipt.block
    if (payment.txHash !== transaction.hash || payment.blockHash !== hash) {
      return noteBlock(this.#ctx.db, payment.id, { txHash: transaction.hash, number, hash })
    }
    await this.#close(payment, outcome)
    this.#handedIn.delete(payment.id)
  }

  async #close({ id }: Payment, outcome: Outcome): Promise<void> {
    const costGwei = toGwei(outcome.receipt.feeWei)
    const now = this.#ctx.clock.sqlNow()
    await settlePayment(this.#ctx.db, id, { ...resultOf(outcome), costGwei, isFinal: false, now })
  }

  /** Settles what a replaced key has sent: in a block, or too late to get there. */
  async #closeOthers(now: Date): Promise<void> {
    const { db, chain } = this.#ctx
    const others = await findOfOtherSenders(db, chain.id, this.#id)
    const transactions = Map.groupBy(await this.#transactionsOf(others), ({ paymentId }) => paymentId)
    for (const payment of others) {
      const outcome = await findOutcome(chain, transactions.get(payment.id) ?? [])
      if (outcome) await this.#noteOutcome(payment, outcome)
      else if (isOver(payment, now)) await this.#endUnknown(payment)
    }
  }

  /** Ends what was sent and is too late, once it was looked for again and again. */
  async #endUnknown({ id, doubts }: Payment): Promise<void> {
    const { db, clock, limits } = this.#ctx
    if (doubts + 1 < limits.relay.doubts) return setDoubts(db, id, doubts + 1)
    this.#log.error({ alert: 'relay-outcome-unknown', payment: id }, 'a payment that was sent was found in no block')
    const late = { status: 'failed', reason: 'unknown', costGwei: 0, isFinal: true, now: clock.sqlNow() } as const
    await settlePayment(db, id, late)
  }

  /** Its number seems used, and not by us. When that is seen again and again, it gets another one. */
  async #doubt(payment: Sent): Promise<void> {
    const { db, limits } = this.#ctx
    if (payment.blockHash !== null) await noteBlock(db, payment.id, null)
    const doubts = payment.doubts + 1
    if (doubts < limits.relay.doubts || ((await this.#agreedCount()) ?? 0) <= payment.nonce) {
      return setDoubts(db, payment.id, doubts)
    }
    const facts = { alert: 'relay-number-used', payment: payment.id, nonce: payment.nonce }
    this.#log.error(facts, 'a number of the relay was used by an unknown transaction')
    await this.#asHolder((tx) => requeuePayment(tx, payment.id))
  }

  /** Sends again, replaces what is stuck, and frees the numbers of what is too late. */
  async #moveOn(waiting: readonly Sent[], priceWei: bigint, now: Date): Promise<void> {
    const newest = new Map<string, SignedTransaction>()
    for (const each of await this.#transactionsOf(waiting))
      if (!newest.has(each.paymentId)) newest.set(each.paymentId, each)
    await Promise.all(
      waiting.map(async (payment) => {
        const last = newest.get(payment.id)
        if (last) await this.#moveOne(payment, last, priceWei, now)
      }),
    )
  }

  async #moveOne(payment: Sent, last: SignedTransaction, priceWei: bigint, now: Date): Promise<void> {
    const { clock, limits } = this.#ctx
    const lastFees = { maxFeePerGas: BigInt(last.maxFeeWei), maxPriorityFeePerGas: BigInt(last.priorityFeeWei) }
    const before = this.#handedIn.get(payment.id)
    const handedIn = before?.raw === last.raw ? before : undefined
    const since = (at: Date | undefined) => (at ? now.getTime() - at.getTime() : null)
    const state = {
      isLate: payment.expiresAt <= now,
      lastMs: since(handedIn?.last),
      firstMs: since(handedIn?.first),
      isEmpty: last.isEmpty,
      last: lastFees,
    }
    const move = nextMove(state, priceWei, { ...limits.relay, maxPriceWei: BigInt(limits.relay.maxPriceWei) })
    if (move === 'again') await this.#handIn(payment.id, last.raw, now)
    if (move === 'raise' || move === 'empty') {
      const isEmpty = move === 'empty' || last.isEmpty
      const fees = raisedFees(lastFees, priceWei)
      const signed = await this.#sign(payment, payment.nonce, fees, isEmpty)
      const stored = await this.#asHolder(async (tx) => {
        await insertTransaction(tx, signed, clock.sqlNow())
        // The older one may still come into a block, for at most its own offer.
        if (!isEmpty) await raiseCost(tx, payment.id, mostGwei(payment.gas, fees))
        return signed
      })
      if (stored) await this.#handIn(payment.id, stored.raw, now)
    }
  }

  async #sendQueued(queued: readonly Payment[], room: number, priceWei: bigint, now: Date): Promise<void> {
    const { clock } = this.#ctx
    const earlier = Map.groupBy(await this.#transactionsOf(queued), ({ paymentId }) => paymentId)
    const checked = await Promise.all(
      queued.map(async (payment) => ({
        payment,
        isGood: await this.#check(payment, earlier.get(payment.id) ?? [], now),
      })),
    )
    const good = checked.flatMap(({ payment, isGood }) => (isGood ? payment : [])).slice(0, room)
    if (good.length === 0) return
    const fees = feesAt(priceWei)
    const stored = await this.#asHolder(async (tx, first) => {
      const taken: Omit<SignedTransaction, 'signedAt'>[] = []
      for (const payment of good) {
        const nonce = first + taken.length
        if (!(await markSent(tx, payment.id, this.#id, nonce))) continue
        const signed = await this.#sign(payment, nonce, fees, false)
        await insertTransaction(tx, signed, clock.sqlNow())
        await raiseCost(tx, payment.id, mostGwei(payment.gas, fees))
        taken.push(signed)
      }
      await setNextNonce(tx, this.#id, first + taken.length)
      return taken
    })
    await Promise.all((stored ?? []).map(({ paymentId, raw }) => this.#handIn(paymentId, raw, now)))
  }

  /**
   * Returns whether a queued payment may be sent. Fails it if it is too late, or refused twice, and settles it if one of
   * its earlier transactions, under another number, came into a block after all. One that has earlier transactions may
   * be refused because one of them has paid: it stays queued until no node can be behind, and then ends as `unknown`.
   */
  async #check(payment: Payment, earlier: readonly SignedTransaction[], now: Date): Promise<boolean> {
    const { db, chain, clock } = this.#ctx
    const { id, target: to, data, gas, expiresAt, doubts } = payment
    const outcome = await findOutcome(chain, earlier)
    if (outcome) {
      await this.#noteOutcome(payment, outcome)
      return false
    }
    const fail = async (reason: 'expired' | 'refused') => {
      await settlePayment(db, id, { status: 'failed', reason, costGwei: 0, isFinal: true, now: clock.sqlNow() })
      return false
    }
    if (expiresAt <= now && earlier.length === 0) return fail('expired')
    if (expiresAt <= now) {
      if (isOver(payment, now)) await this.#endUnknown(payment)
      return false
    }
    try {
      await chain.call({ from: this.#relay.address, to, data, gas })
      return true
    } catch (error) {
      if (!(error instanceof CallReverted)) throw error
      if (earlier.length > 0) return false
      if (doubts > 0) return fail('refused')
      await setDoubts(db, id, doubts + 1)
      return false
    }
  }

  /**
   * Follows settled payments until their block is final. One whose block left the chain is sent again, or settled anew if
   * it came into another block, once it is seen there twice.
   */
  async #finish(): Promise<void> {
    const { db, chain, limits } = this.#ctx
    const settled = await findUnfinal(db, chain.id)
    if (settled.length === 0) return
    const final = await chain.finalised()
    const unfinal = settled.filter(({ blockNumber }) => blockNumber !== null && blockNumber <= final.number)
    const transactions = Map.groupBy(await this.#transactionsOf(unfinal), ({ paymentId }) => paymentId)
    await Promise.all(
      unfinal.map(async (payment) => {
        const { id, doubts } = payment
        const outcome = await findOutcome(chain, transactions.get(id) ?? [])
        if (!outcome) {
          // A node that knows nothing of it may be behind, or one of its kind.
          if (doubts + 1 < limits.relay.doubts) return setDoubts(db, id, doubts + 1)
          return this.#asHolder((tx) => reopenPayment(tx, id))
        }
        const { block, feeWei } = outcome.receipt
        if (block.number > final.number) {
          if (doubts > 0) await setDoubts(db, id, 0)
          return
        }
        const txHash = outcome.transaction.hash
        if (payment.txHash !== txHash || payment.blockHash !== block.hash) {
          return noteSettledBlock(db, id, { txHash, number: block.number, hash: block.hash })
        }
        const { status, reason } = resultOf(outcome)
        if (payment.status !== status || payment.reason !== reason) {
          return resettlePayment(db, id, { status, reason, costGwei: toGwei(feeWei) })
        }
        await markFinal(db, id)
      }),
    )
  }

  async #sign(
    payment: Payment,
    nonce: number,
    fees: Fees,
    isEmpty: boolean,
  ): Promise<Omit<SignedTransaction, 'signedAt'>> {
    const raw = await this.#relay.sign(isEmpty ? 'empty' : payment, { chainId: this.#ctx.chain.id, nonce, fees })
    return {
      hash: keccak256(raw),
      paymentId: payment.id,
      isEmpty,
      raw,
      maxFeeWei: Number(fees.maxFeePerGas),
      priorityFeeWei: Number(fees.maxPriorityFeePerGas),
    }
  }

  /** Hands a transaction in. Whether it arrived is for the chain to say; a refusal is looked at again later. */
  async #handIn(paymentId: string, raw: string, at: Date): Promise<void> {
    const before = this.#handedIn.get(paymentId)
    this.#handedIn.set(paymentId, { raw, first: before?.raw === raw ? before.first : at, last: at })
    try {
      await this.#ctx.chain.send(raw as `0x${string}`)
    } catch (error) {
      if (!(error instanceof SendRefused)) throw error
      if (/insufficient funds/i.test(error.message)) {
        this.#log.error({ alert: 'relay-empty', sender: this.#id }, 'the relay has too little ETH')
      }
    }
  }

  #transactionsOf(payments: readonly Payment[]): Promise<SignedTransaction[]> {
    if (payments.length === 0) return Promise.resolve([])
    return findTransactions(
      this.#ctx.db,
      payments.map(({ id }) => id),
    )
  }
}

/**
 * Returns the transaction that is in a block. Of those under several numbers more than one may be, of which one has paid
 * at most: that one.
 */
async function findOutcome(chain: Chain, transactions: readonly SignedTransaction[]): Promise<Outcome | undefined> {
  let unpaid: Outcome | undefined
  for (const transaction of transactions) {
    const receipt = (await chain.transaction(transaction.hash))?.receipt
    if (!receipt) continue
    if (hasPaid({ transaction, receipt })) return { transaction, receipt }
    unpaid ??= { transaction, receipt }
  }
  return unpaid
}

const resultOf = (outcome: Outcome) =>
  hasPaid(outcome)
    ? ({ status: 'mined', reason: null } as const)
    : ({ status: 'failed', reason: outcome.transaction.isEmpty ? 'expired' : 'reverted' } as const)

const hasPaid = ({ transaction, receipt }: Outcome): boolean => !transaction.isEmpty && receipt.succeeded

/** Returns whether what was signed no longer counts, and every node knows what came into a block in time. */
const isOver = ({ expiresAt }: Payment, now: Date): boolean => expiresAt.getTime() + BEHIND_MS <= now.getTime()
