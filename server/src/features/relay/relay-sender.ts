import { keccak256 } from 'viem'
import { CallReverted, type Chain, type Receipt, SendRefused } from '#platform/chain/chain'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { WorkerLog } from '#platform/feature'
import { type Fees, feesAt, nextMove, raisedFees, toGwei } from './relay.rules.ts'
import { type RelayKey, senderIdOf } from './relay-key.ts'
import {
  deleteAbandoned,
  findNextNonce,
  findOfOtherSenders,
  findQueued,
  findSent,
  findTransactions,
  findUnfinal,
  insertTransaction,
  markFinal,
  markSent,
  noteBlock,
  type Payment,
  raiseNonce,
  reopenPayment,
  requeuePayment,
  type SignedTransaction,
  setDoubts,
  settlePayment,
  takeNonces,
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
 * it, and all transactions of a payment have one number, so a server that continues after a crash repeats it and never pays
 * twice. A block or a refusal counts once a node reported it twice.
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
    const queued = await findQueued(db, limits.relay.inFlight)
    if (sent.length > 0 || queued.length > 0) {
      const count = await chain.transactionCount(this.#relay.address)
      const isBehind = await this.#isBehind(count)
      await this.#settleSent(sent, count)
      sent = await findSent(db, this.#id)
      const waiting = sent.filter(({ blockHash }) => blockHash === null)
      const price = await chain.gasPrice()
      await this.#moveOn(waiting, price, now)
      if (!isBehind && price <= BigInt(limits.relay.maxPriceWei)) {
        await this.#sendQueued(queued.slice(0, Math.max(0, limits.relay.inFlight - waiting.length)), price, now)
      }
    }
    await this.#closeOthers(now)
    await this.#finish()
    return sent.length > 0 || queued.length > 0
  }

  /**
   * Returns whether the chain is ahead of our numbers: the database is an older copy, or the key was used elsewhere. Once
   * that is seen twice, it continues above the chain's.
   */
  async #isBehind(count: number): Promise<boolean> {
    const { db } = this.#ctx
    const isBehind = count > ((await findNextNonce(db, this.#id)) ?? 0)
    if (isBehind && this.#ahead === count) await raiseNonce(db, this.#id, count)
    this.#ahead = isBehind ? count : 0
    return isBehind
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
    const { db } = this.#ctx
    const outcome = await findOutcome(this.#ctx.chain, transactions)
    if (!outcome) return this.#doubt(payment)
    const { transaction, receipt } = outcome
    const { number, hash } = receipt.block
    if (payment.txHash !== transaction.hash || payment.blockHash !== hash) {
      return noteBlock(db, payment.id, { txHash: transaction.hash, number, hash })
    }
    await this.#close(payment, outcome)
    this.#handedIn.delete(payment.id)
  }

  async #close({ id }: Payment, { transaction, receipt }: Outcome): Promise<void> {
    const isPaid = !transaction.isEmpty && receipt.succeeded
    await settlePayment(this.#ctx.db, id, {
      status: isPaid ? 'mined' : 'failed',
      reason: isPaid ? null : transaction.isEmpty ? 'expired' : 'reverted',
      costGwei: toGwei(receipt.feeWei),
      isFinal: false,
      now: this.#ctx.clock.sqlNow(),
    })
  }

  /** Settles what a replaced key has sent: in a block, or too late to get there. */
  async #closeOthers(now: Date): Promise<void> {
    const { db, chain, clock } = this.#ctx
    const others = await findOfOtherSenders(db, this.#id)
    const transactions = Map.groupBy(await this.#transactionsOf(others), ({ paymentId }) => paymentId)
    for (const payment of others) {
      const outcome = await findOutcome(chain, transactions.get(payment.id) ?? [])
      if (outcome) {
        const { number, hash } = outcome.receipt.block
        await noteBlock(db, payment.id, { txHash: outcome.transaction.hash, number, hash })
        await this.#close(payment, outcome)
      } else if (payment.expiresAt.getTime() + BEHIND_MS <= now.getTime()) {
        const late = { status: 'failed', reason: 'expired', costGwei: 0, isFinal: true, now: clock.sqlNow() } as const
        await settlePayment(db, payment.id, late)
      }
    }
  }

  /** Its number seems used, and not by us. When that is seen again and again, it gets another one. */
  async #doubt(payment: Sent): Promise<void> {
    const { db, limits } = this.#ctx
    if (payment.blockHash !== null) await noteBlock(db, payment.id, null)
    const doubts = payment.doubts + 1
    if (doubts < limits.relay.doubts) return setDoubts(db, payment.id, doubts)
    const facts = { alert: 'relay-number-used', payment: payment.id, nonce: payment.nonce }
    this.#log.error(facts, 'a number of the relay was used by an unknown transaction')
    await db.tx((tx) => requeuePayment(tx, payment.id))
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
    const { db, clock, limits } = this.#ctx
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
      const signed = await this.#sign(payment, payment.nonce, raisedFees(lastFees, priceWei), isEmpty)
      await insertTransaction(db, signed, clock.sqlNow())
      await this.#handIn(payment.id, signed.raw, now)
    }
  }

  async #sendQueued(queued: readonly Payment[], priceWei: bigint, now: Date): Promise<void> {
    const { db, clock } = this.#ctx
    const checked = await Promise.all(
      queued.map(async (payment) => ({ payment, isGood: await this.#check(payment, now) })),
    )
    const good = checked.filter(({ isGood }) => isGood).map(({ payment }) => payment)
    if (good.length === 0) return
    const taken = await db.tx(async (tx) => {
      const first = await takeNonces(tx, { id: this.#id, holder: this.#holder, count: good.length })
      if (first === undefined) return []
      const signed = await Promise.all(
        good.map((payment, index) => this.#sign(payment, first + index, feesAt(priceWei), false)),
      )
      for (const [index, each] of signed.entries()) {
        await markSent(tx, each.paymentId, this.#id, first + index)
        await insertTransaction(tx, each, clock.sqlNow())
      }
      return signed
    })
    await Promise.all(taken.map(({ paymentId, raw }) => this.#handIn(paymentId, raw, now)))
  }

  /** Returns whether a queued payment may be sent. Fails it if it is too late, or refused twice. */
  async #check({ id, target: to, data, gas, expiresAt, doubts }: Payment, now: Date): Promise<boolean> {
    const { db, chain, clock } = this.#ctx
    const fail = async (reason: 'expired' | 'refused') => {
      await settlePayment(db, id, { status: 'failed', reason, costGwei: 0, isFinal: true, now: clock.sqlNow() })
      return false
    }
    if (expiresAt <= now) return fail('expired')
    try {
      await chain.call({ from: this.#relay.address, to, data, gas })
      return true
    } catch (error) {
      if (!(error instanceof CallReverted)) throw error
      if (doubts > 0) return fail('refused')
      await setDoubts(db, id, doubts + 1)
      return false
    }
  }

  /** Follows settled payments until their block is final. One whose block left the chain is sent again. */
  async #finish(): Promise<void> {
    const { db, chain } = this.#ctx
    const settled = await findUnfinal(db, chain.id)
    if (settled.length === 0) return
    const final = await chain.finalised()
    const unfinal = settled.filter(({ blockNumber }) => blockNumber !== null && blockNumber <= final.number)
    const transactions = Map.groupBy(await this.#transactionsOf(unfinal), ({ paymentId }) => paymentId)
    await Promise.all(
      unfinal.map(async ({ id }) => {
        const outcome = await findOutcome(chain, transactions.get(id) ?? [])
        if (!outcome) await reopenPayment(db, id)
        else if (outcome.receipt.block.number <= final.number) await markFinal(db, id)
      }),
    )
  }

  async #sign(payment: Payment, nonce: number, fees: Fees, isEmpty: boolean) {
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

/** Returns the transaction that is in a block: at most one is, since they have the same number. */
async function findOutcome(chain: Chain, transactions: readonly SignedTransaction[]): Promise<Outcome | undefined> {
  for (const transaction of transactions) {
    const receipt = (await chain.transaction(transaction.hash))?.receipt
    if (receipt) return { transaction, receipt }
  }
  return undefined
}
