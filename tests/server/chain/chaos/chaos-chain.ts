import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { auraVouchAbi, steezeStackAbi } from '@aura/contracts/abi'
import { rng } from '@aura/drawing/random'
import { encodeFunctionData, type Hex } from 'viem'
import { balancesOf } from '../../../../server/src/features/ledger/index.ts'
import { testCredit } from '../../../../server/src/features/steeze/index.ts'
import { AppError } from '../../../../server/src/platform/app-error.ts'
import type { ChainSettings } from '../../../../server/src/platform/chain/chain.ts'
import { rpcChain } from '../../../../server/src/platform/chain/rpc-chain.ts'
import { clockAt } from '../../../../server/src/platform/clock.ts'
import type { Context } from '../../../../server/src/platform/context.ts'
import { openPg } from '../../../../server/src/platform/db/connection/open-pg.ts'
import { rpc } from '../../../../tools/local-chain/rpc.ts'
import type { LocalChain } from '../../../../tools/local-chain/start-local-chain.ts'
import { productContext } from '../../product/arena.ts'
import { compareChain, type Person } from './chaos-compare.ts'
import type { ChaosReply, ChaosWork } from './chaos-worker.ts'
import { type CuttableRpc, cuttableRpc } from './cuttable-rpc.ts'
import { approvals, isFinalFollowed, joinWithWallets, sendFrom } from './wallets.ts'

export interface ChaosPlan {
  url: string
  local: LocalChain
  operations: number
  seed: number
  people: number
}

export interface ChaosCounts {
  buys: number
  vouches: number
  redeems: number
  refused: number
  /** Redeems without a response, retried later with the same key. */
  unheard: number
  withdrawals: number
  reverted: number
  credits: number
  kills: number
  cuts: number
  reorgs: number
  /** Events that left the chain, or moved to another block. */
  takenBack: number
  wrong: string[]
}

const DAY_MS = 86_400_000
const AT_ONCE = 6
const ANSWER_WITHIN_MS = 5_000
const SETTLED_WITHIN_MS = 60_000
/** Longer than a signature is valid, in seconds. */
const PAST_DEADLINES_S = 900

/**
 * Makes random purchases, vouches and redeems on a real chain while the server is killed or cut off and the chain
 * reorganised. Then lets everything settle and compares the ledger, the contracts' storage and every USDC balance.
 */
export async function chaosChain(plan: ChaosPlan): Promise<ChaosCounts> {
  const chaos = await Chaos.begin(plan)
  try {
    return await chaos.run()
  } finally {
    await chaos.end()
  }
}

class Chaos {
  readonly counts: ChaosCounts = {
    buys: 0,
    vouches: 0,
    redeems: 0,
    refused: 0,
    unheard: 0,
    withdrawals: 0,
    reverted: 0,
    credits: 0,
    kills: 0,
    cuts: 0,
    reorgs: 0,
    takenBack: 0,
    wrong: [],
  }
  readonly #plan: ChaosPlan
  readonly #random: () => number
  readonly #way: CuttableRpc
  readonly #ctx: Context
  readonly #people: Person[] = []
  #worker: ChildProcess | undefined
  #lastId = 0

  private constructor(plan: ChaosPlan, way: CuttableRpc, ctx: Context) {
    this.#plan = plan
    this.#way = way
    this.#ctx = ctx
    this.#random = rng(plan.seed)
  }

  static async begin(plan: ChaosPlan): Promise<Chaos> {
    const way = await cuttableRpc(plan.local.rpcUrl)
    const bench = productContext(await openPg({ url: plan.url, poolSize: 4 }))
    const chaos = new Chaos(plan, way, { ...bench, chain: rpcChain(chainOf(plan.local, plan.local.rpcUrl)) })
    await chaos.#gather()
    await chaos.#startWorker()
    return chaos
  }

  async run(): Promise<ChaosCounts> {
    for (let done = 0; done < this.#plan.operations; ) {
      const most = Math.min(AT_ONCE, this.#plan.operations - done)
      const disaster = this.#disaster()
      await this.#round(this.#some(most))
      await disaster
      done += most
    }
    await this.#settle()
    this.counts.wrong = await compareChain(this.#ctx, this.#plan.local, this.#people)
    const [row] = await this.#ctx.db.query<{ count: number }>(
      `select count(*) as count from chain_events where status = 'gone' or incarnation > 1`,
    )
    this.counts.takenBack = row?.count ?? 0
    return this.counts
  }

  async end(): Promise<void> {
    if (this.#worker?.connected) {
      const gone = new Promise((resolve) => this.#worker?.once('exit', resolve))
      this.#worker.disconnect()
      await gone
    }
    await this.#way.stop()
    await this.#ctx.db.close()
  }

  #rpc = <T>(method: string, params: unknown[] = []) => rpc<T>(this.#plan.local.rpcUrl, method, params)
  #upTo = (most: number) => Math.floor(this.#random() * most)

  async #gather(): Promise<void> {
    const { seed, people, local } = this.#plan
    const earlier = new Date(Date.now() - DAY_MS)
    const then = { ...this.#ctx, clock: clockAt(earlier) }
    const wallets = await joinWithWallets(then, local, { seed, count: people })
    this.#people.push(...wallets.map((wallet) => ({ ...wallet, unheard: undefined })))
    // From here on one block takes everything a round sent.
    await this.#rpc('evm_setAutomine', [false])
    for (const approval of approvals(local)) {
      await Promise.all(this.#people.map(({ account }) => sendFrom(local, account, approval)))
      await this.#rpc('evm_mine')
    }
    await this.#rpc('anvil_mine', ['0x4'])
  }

  #some(count: number): Person[] {
    const left = [...this.#people]
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.#upTo(left.length), 1)[0] as Person,
    )
  }

  #disaster(): Promise<void> {
    const chance = this.#random()
    const atMs = this.#random() * 120
    if (chance < 0.15) return this.#kill(atMs)
    if (chance < 0.35) return this.#cut(atMs, 50 + this.#random() * 250)
    if (chance < 0.6) return this.#reorganise(atMs, 1 + this.#upTo(2))
    return Promise.resolve()
  }

  async #kill(atMs: number): Promise<void> {
    await pause(atMs)
    this.counts.kills++
    const gone = new Promise((resolve) => this.#worker?.once('exit', resolve))
    this.#worker?.kill('SIGKILL')
    await gone
    // Expires the lease, so that another server may take over.
    await this.#ctx.db.query('update chain_cursors set lease_holder = null, lease_until = null')
    await this.#startWorker()
  }

  async #cut(atMs: number, forMs: number): Promise<void> {
    await pause(atMs)
    this.counts.cuts++
    this.#way.cut()
    await pause(forMs)
    this.#way.mend()
  }

  /** Replaces the newest blocks with empty ones; final blocks stay. */
  async #reorganise(atMs: number, depth: number): Promise<void> {
    await pause(atMs)
    this.counts.reorgs++
    await this.#rpc('anvil_reorg', [depth, []])
  }

  async #startWorker(): Promise<void> {
    const { url, local } = this.#plan
    const start = { url, chain: chainOf(local, this.#way.url), signerKey: local.signerKey }
    const child = fork(join(import.meta.dirname, 'chaos-worker.ts'), [JSON.stringify(start)])
    await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', (code) => reject(new Error(`a server of the chaos test ended (${code})`)))
    })
    this.#worker = child
  }

  /** Returns undefined when the worker is gone. */
  async #ask(request: ChaosWork): Promise<ChaosReply | undefined> {
    const worker = this.#worker
    const id = ++this.#lastId
    if (!worker?.connected) return undefined
    return new Promise((resolve) => {
      const hear = (reply: ChaosReply) => reply.id === id && end(reply)
      const gone = () => end(undefined)
      const timer = setTimeout(gone, ANSWER_WITHIN_MS)
      const end = (reply: ChaosReply | undefined) => {
        clearTimeout(timer)
        worker.off('message', hear)
        worker.off('exit', gone)
        resolve(reply)
      }
      worker.on('message', hear)
      worker.once('exit', gone)
      worker.send({ ...request, id }, () => {})
    })
  }

  async #round(people: readonly Person[]): Promise<void> {
    await this.#credit(people.slice(0, 3))
    // Decided in order, so that a seed is reproducible.
    const acts = people.map((person) => this.#decide(person))
    const sent = (await Promise.all(acts.map((act) => act()))).filter((hash) => hash !== undefined)
    await this.#rpc('evm_mine')
    for (const { hash, person } of sent) {
      const receipt = await this.#rpc<{ status: Hex } | null>('eth_getTransactionReceipt', [hash])
      if (receipt?.status === '0x0') this.counts.reverted++
      // Not awaited: the watcher may confirm first, or the server may be down.
      if (person) void this.#ask({ type: 'confirm', userId: person.userId, transactionHash: hash })
    }
    await pause(20 + this.#random() * 60)
  }

  #decide(person: Person): () => Promise<{ hash: Hex; person?: Person } | undefined> {
    const { steeze, vouch } = this.#plan.local.contracts
    const chance = this.#random()
    if (chance < 0.4) {
      this.counts.buys++
      const amount = BigInt(1 + this.#upTo(40)) * 100_000n
      const data = encodeFunctionData({ abi: steezeStackAbi, functionName: 'buySteeze', args: [amount] })
      const isTold = this.#random() < 0.5
      return async () => {
        const hash = await sendFrom(this.#plan.local, person.account, { to: steeze, data })
        return isTold ? { hash, person } : { hash }
      }
    }
    if (chance < 0.65) {
      this.counts.vouches++
      const others = this.#people.filter((other) => other !== person)
      const target = (others[this.#upTo(others.length)] as Person).account.address
      const args = [target, BigInt(1 + this.#upTo(5)) * 1_000_000n] as const
      const data = encodeFunctionData({ abi: auraVouchAbi, functionName: 'vouch', args })
      return async () => ({ hash: await sendFrom(this.#plan.local, person.account, { to: vouch, data }) })
    }
    this.counts.redeems++
    const fresh = { amount: 1 + this.#upTo(4), requestKey: `chaos/${this.counts.redeems}` }
    const asked = person.unheard ?? fresh
    const part = this.#random()
    const isUsed = this.#random() < 0.85
    return () => this.#redeem(person, asked, { part, isUsed })
  }

  async #redeem(
    person: Person,
    asked: { amount: number; requestKey: string },
    { part, isUsed }: { part: number; isUsed: boolean },
  ): Promise<{ hash: Hex } | undefined> {
    const reply = await this.#ask({ type: 'redeem', userId: person.userId, ...asked })
    person.unheard = reply ? undefined : asked
    if (!reply) this.counts.unheard++
    else if (reply.code) this.counts.refused++
    if (!reply?.answer || !isUsed) return undefined
    this.counts.withdrawals++
    const terms = reply.answer as { amount: number; limit: number; deadline: number; signature: Hex }
    const amount = part < 0.6 ? terms.amount : Math.max(1, Math.floor(terms.amount * part))
    const args = [BigInt(amount), BigInt(terms.limit), BigInt(terms.deadline), terms.signature] as const
    const data = encodeFunctionData({ abi: steezeStackAbi, functionName: 'withdrawSteeze', args })
    const { local } = this.#plan
    return { hash: await sendFrom(local, person.account, { to: local.contracts.steeze, data }) }
  }

  /** Turns purchased Steeze into earned Steeze, which can be redeemed. */
  async #credit(people: readonly Person[]): Promise<void> {
    for (const [index, to] of people.entries()) {
      const from = this.#some(1)[0] as Person
      if (from === to) continue
      const purchased = (await balancesOf(this.#ctx.db, from.userId)).steeze_purchased
      if (purchased < 2) continue
      const amount = Math.ceil(purchased / 2)
      const key = `chaos/${this.#lastId}/${this.counts.buys}/${this.counts.redeems}/${index}`
      try {
        await testCredit(this.#ctx, { key, fromId: from.userId, toId: to.userId, amount })
        this.counts.credits++
      } catch (error) {
        // Reversed meanwhile, or in debt.
        if (!(error instanceof AppError)) throw error
      }
    }
  }

  /** Waits until everything is final, synced and settled, or expired and refunded. */
  async #settle(): Promise<void> {
    this.#way.mend()
    await this.#rpc('anvil_mine', ['0x4'])
    await this.#untilFollowed()
    await this.#rpc('evm_increaseTime', [PAST_DEADLINES_S])
    await this.#rpc('anvil_mine', ['0x5'])
    await this.#untilFollowed()
    await this.#until(async () => {
      const open = await this.#ctx.db.query('select id from steeze_redemptions where closed_at is null')
      return open.length === 0
    })
  }

  #untilFollowed = () => this.#until(() => isFinalFollowed(this.#ctx.db, this.#plan.local))

  async #until(isSo: () => Promise<boolean>): Promise<void> {
    for (const endAtMs = Date.now() + SETTLED_WITHIN_MS; Date.now() < endAtMs; await pause(25)) if (await isSo()) return
    throw new Error('what happened on chain did not settle')
  }
}

function chainOf({ contracts, startBlock }: LocalChain, rpcUrl: string): ChainSettings {
  const [usdc, vouch, steeze] = [contracts.usdc, contracts.vouch, contracts.steeze].map((one) => one.toLowerCase())
  return {
    kind: 'local',
    confirmationSeconds: 0,
    contracts: { usdc: usdc ?? '', vouch: vouch ?? '', steeze: steeze ?? '' },
    startBlock,
    rpcUrls: [rpcUrl],
  }
}
