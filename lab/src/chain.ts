import { type Common, createCustomCommon, Hardfork, Mainnet, type StateManagerInterface } from '@ethereumjs/common'
import { EVM, EVMMockBlockchain } from '@ethereumjs/evm'
import { RLP } from '@ethereumjs/rlp'
import {
  Account,
  Address,
  bigIntToUnpaddedBytes,
  bytesToBigInt,
  bytesToHex,
  concatBytes,
  hexToBytes,
} from '@ethereumjs/util'
import { type Hex, keccak, type Signature, signerOf, wordHex } from './bytes.ts'
import { State } from './state.ts'

/** "AURA" in ASCII. No other chain has this id, so signatures made here are worthless elsewhere. */
export const CHAIN_ID = 0x41555241n
export const NOBODY: Hex = `0x${'0'.repeat(40)}`
const MINER: Hex = `0x${'c0'.repeat(20)}`
const BLOCK_GAS = 3_000_000n
/** Limit per account, so that one can't fill the pool. */
const MAX_PENDING = 16
const DELEGATION = Uint8Array.of(0xef, 0x01, 0x00)

/** An account's consent to run the code at `to` as its own (EIP-7702). */
export interface Authorization extends Signature {
  to: Hex
  nonce: bigint
}

export interface Tx {
  from: Hex
  /** Without it, `data` is deployed. */
  to?: Hex
  data: Uint8Array
  value: bigint
  nonce: bigint
  gas: bigint
  maxFee: bigint
  tip: bigint
  authorizations?: readonly Authorization[]
}

export interface Receipt {
  tx: Tx
  succeeded: boolean
  gasUsed: bigint
  logs: { address: Hex; topics: Hex[]; data: Hex }[]
  created?: Hex
}

export interface Block {
  number: number
  time: number
  baseFee: bigint
  receipts: Receipt[]
  /** Undo position before the block. */
  mark: number
}

export interface Budget {
  gas: bigint
  gasPerTx: bigint
  blocks: number
}

export class TransactionRejected extends Error {}
/** Thrown when a lab uses more gas, blocks or actions than allowed. */
export class LimitExceeded extends Error {}

/** Chain, node and miner in one. Blocks are mined on demand and can be reverted. */
export class Chain {
  readonly state = new State()
  readonly blocks: Block[] = []
  pending: Tx[] = []
  baseFee = 1_000_000_000n
  time: number
  readonly budget: Budget
  private readonly evm: EVM
  private lastView: Promise<bigint> = Promise.resolve(0n)
  /** Results of views since the last write. */
  private readonly views = new Map<string, Promise<bigint>>()
  private viewedAt = ''

  constructor(time: number, budget: Budget) {
    this.time = time
    this.budget = { ...budget }
    // Not `createEVM`, which brings a state and curves along. The Common is copied because each EVM stays subscribed to
    // its own. Precompiles that take far more time than gas in JavaScript are left out; 1, 2 and 4 stay.
    common ??= createCustomCommon({ chainId: Number(CHAIN_ID) }, Mainnet, { hardfork: Hardfork.Cancun, eips: [7702] })
    const customPrecompiles = [3, 5, 6, 7, 8, 9, 10].map((n) => ({ address: precompile(n) }))
    const stateManager = this.state as unknown as StateManagerInterface
    this.evm = new EVM({ common: common.copy(), blockchain: new EVMMockBlockchain(), stateManager, customPrecompiles })
  }

  get height(): number {
    return this.blocks.length
  }

  account = async (of: Hex): Promise<Account> => (await this.state.getAccount(at(of))) ?? new Account()
  code = (of: Hex): Promise<Uint8Array> => this.state.getCode(at(of))

  async fund(address: Hex, wei: bigint): Promise<void> {
    await this.state.modifyAccountFields(at(address), { balance: (await this.account(address)).balance + wei })
  }

  /** Adds a transaction, or replaces one of its nonce that pays a tenth less. Throws `TransactionRejected`. */
  async submit(tx: Tx): Promise<void> {
    const { nonce, balance } = await this.account(tx.from)
    if (tx.nonce < nonce) throw new TransactionRejected('nonce too low')
    if (tx.gas > this.budget.gasPerTx) throw new TransactionRejected('gas limit too high')
    if (tx.gas < intrinsicGas(tx) || tx.gas < floorGas(tx)) throw new TransactionRejected('gas limit too low')
    if (tx.tip > tx.maxFee) throw new TransactionRejected('tip above fee')
    if (balance < maxCost(tx)) throw new TransactionRejected('insufficient funds')
    const others = this.pending.filter(({ from }) => from === tx.from)
    const old = others.find((other) => other.nonce === tx.nonce)
    if (old && (tx.maxFee * 10n < old.maxFee * 11n || tx.tip * 10n < old.tip * 11n))
      throw new TransactionRejected('underpriced')
    if (!old && others.length >= MAX_PENDING) throw new TransactionRejected('node full')
    this.pending = [...this.pending.filter((other) => other !== old), tx]
  }

  /** Mines a block of the pool's transactions, highest tip first unless `order` says otherwise. Throws `LimitExceeded`. */
  async mine(seconds: number, order = byTip): Promise<Block> {
    if (this.budget.blocks-- <= 0) throw new LimitExceeded('blocks')
    this.time += seconds
    const { time, baseFee } = this
    const block: Block = { number: this.height + 1, time, baseFee, receipts: [], mark: this.state.mark() }
    const left = () => block.receipts.reduce((gas, { gasUsed }) => gas - gasUsed, BLOCK_GAS)
    for (let tx = await this.next(block, left(), order); tx; tx = await this.next(block, left(), order)) {
      block.receipts.push(await this.execute(tx, block))
    }
    this.blocks.push(block)
    return block
  }

  /** Reverts the latest blocks. Their transactions return to the pool. */
  reorganise(depth: number): void {
    const gone = this.blocks.splice(this.height - depth)
    if (gone[0]) this.state.rewind(gone[0].mark)
    this.pending = [...gone.flatMap(({ receipts }) => receipts.map(({ tx }) => tx)), ...this.pending]
  }

  /** Returns a function that undoes what happens from now on. Blocks of before must not be reverted meanwhile. */
  snapshot(): () => void {
    const { pending, baseFee, time } = this
    const [mark, blocks, budget] = [this.state.mark(), [...this.blocks], { ...this.budget }]
    return () => {
      this.state.rewind(mark)
      this.blocks.splice(0, this.blocks.length, ...blocks)
      Object.assign(this, { pending, baseFee, time })
      Object.assign(this.budget, budget)
    }
  }

  /**
   * Runs transactions one after the other, as if a block held no others, and returns what `read` finds then. One that
   * its sender can't pay fails. Changes nothing, the budget included.
   */
  async rehearse<T>(txs: readonly Tx[], read: (receipts: readonly Receipt[]) => Promise<T>): Promise<T> {
    const undo = this.snapshot()
    try {
      Object.assign(this.budget, { gas: txs.reduce((gas, tx) => gas + tx.gas, 0n) })
      const { time, baseFee } = this
      const block: Block = { number: this.height + 1, time, baseFee, receipts: [], mark: this.state.mark() }
      for (const tx of txs) {
        const canPay = (await this.account(tx.from)).balance >= maxCost(tx)
        block.receipts.push(canPay ? await this.execute(tx, block) : { tx, succeeded: false, gasUsed: 0n, logs: [] })
      }
      return await read(block.receipts)
    } finally {
      undo()
    }
  }

  /** Returns the first word a contract returns. Changes neither state nor budget, since pages read more often. */
  view(to: Hex, data: Uint8Array): Promise<bigint> {
    const now = `${this.state.version} ${this.height} ${this.time}`
    if (now !== this.viewedAt) this.views.clear()
    this.viewedAt = now
    const name = to + bytesToHex(data)
    const known = this.views.get(name)
    if (known) return known
    // The EVM keeps one call's checkpoints, so a second call waits for the first.
    const next = this.lastView.then(() => this.call(to, data))
    this.lastView = next.catch(() => 0n)
    this.views.set(name, next)
    return next
  }

  /** Returns the storage at the place of a mapping's key. */
  slot = (of: Hex, key: Uint8Array, place: Uint8Array): bigint =>
    bytesToBigInt(this.state.read(of, bytesToHex(keccak(key, place))))

  private async call(to: Hex, data: Uint8Array): Promise<bigint> {
    const mark = this.state.mark()
    this.state.isCounting = false
    const { execResult } = await this.evm.runCall({ to: at(to), data, gasLimit: 200_000n, block: this.header() })
    await this.clearTransaction()
    this.state.rewind(mark)
    this.state.isCounting = true
    return bytesToBigInt(execResult.returnValue.slice(0, 32))
  }

  /** Removes the next transaction from the pool and returns it. Drops those whose sender can't pay, as nodes do. */
  private async next({ baseFee }: Block, gasLeft: bigint, order: typeof byTip): Promise<Tx | undefined> {
    for (const tx of [...this.pending].sort((a, b) => order(a, b, baseFee))) {
      const { nonce, balance } = await this.account(tx.from)
      if (tx.maxFee < baseFee || tx.gas > gasLeft || tx.nonce !== nonce) continue
      this.pending = this.pending.filter((other) => other !== tx)
      if (balance >= maxCost(tx)) return tx
    }
    return undefined
  }

  private async execute(tx: Tx, block: Block): Promise<Receipt> {
    // Checked before running, because only the gas limit bounds what a transaction uses.
    if (this.budget.gas < tx.gas) throw new LimitExceeded('gas')
    const { evm } = this
    const tip = tipOf(tx, block.baseFee)
    const price = block.baseFee + tip
    const { nonce, balance } = await this.account(tx.from)
    await this.state.modifyAccountFields(at(tx.from), { nonce: nonce + 1n, balance: balance - tx.gas * price })
    for (const warm of [tx.from, tx.to, MINER]) if (warm) evm.journal.addAlwaysWarmAddress(warm)
    for (let n = 1; n <= 17; n++) evm.journal.addAlwaysWarmAddress(`${precompile(n)}`)
    let refund = 0n
    for (const authorization of tx.authorizations ?? [])
      if (await this.applyAuthorization(authorization)) refund += 12_500n

    const { execResult, createdAddress } = await evm.runCall({
      block: this.header(block),
      gasPrice: price,
      gasLimit: tx.gas - intrinsicGas(tx),
      caller: at(tx.from),
      ...(tx.to && { to: at(tx.to) }),
      data: tx.data,
      value: tx.value,
      skipNonceIncrement: true,
    })
    let gasUsed = intrinsicGas(tx) + execResult.executionGasUsed
    gasUsed -= least(refund + (execResult.gasRefund ?? 0n), gasUsed / 5n)
    if (gasUsed < floorGas(tx)) gasUsed = floorGas(tx)
    await this.fund(tx.from, (tx.gas - gasUsed) * price)
    await this.fund(MINER, gasUsed * tip)
    await this.clearTransaction()
    this.budget.gas -= gasUsed
    const logs = (execResult.logs ?? []).map(([address, topics, data]) => {
      return { address: bytesToHex(address), topics: topics.map(bytesToHex), data: bytesToHex(data) }
    })
    const created = createdAddress && { created: createdAddress.toString() }
    return { tx, succeeded: !execResult.exceptionError, gasUsed, logs, ...created }
  }

  /** Applies a valid authorization. Returns whether its account existed, which earns a refund. */
  private async applyAuthorization(authorization: Authorization): Promise<boolean> {
    const { to, nonce } = authorization
    const by = signerOf(authorizationDigest(to, nonce), authorization)
    if (!by) return false
    this.evm.journal.addAlwaysWarmAddress(by)
    const [known, code] = [await this.state.getAccount(at(by)), await this.code(by)]
    const isContract = code.length > 0 && !DELEGATION.every((byte, index) => code[index] === byte)
    if (isContract || (known?.nonce ?? 0n) !== nonce) return false
    await this.state.putCode(at(by), to === NOBODY ? new Uint8Array() : concatBytes(DELEGATION, hexToBytes(to)))
    await this.state.modifyAccountFields(at(by), { nonce: nonce + 1n })
    return known !== undefined
  }

  private async clearTransaction(): Promise<void> {
    await this.evm.journal.cleanup()
    this.evm.transientStorage.clear()
    this.state.originalStorageCache.clear()
  }

  private header(block?: Block) {
    const number = BigInt(block?.number ?? this.height)
    const [timestamp, baseFeePerGas] = [BigInt(this.time), block?.baseFee ?? this.baseFee]
    const prevRandao = keccak(hexToBytes(wordHex(number)))
    const rest = { difficulty: 0n, gasLimit: BLOCK_GAS, slotNumber: 0n, getBlobGasPrice: () => 1n }
    return { header: { number, timestamp, coinbase: at(MINER), prevRandao, baseFeePerGas, ...rest } }
  }
}

/** Returns the digest an account signs to delegate itself (EIP-7702). */
export const authorizationDigest = (to: Hex, nonce: bigint): Uint8Array =>
  keccak(Uint8Array.of(5), RLP.encode([bigIntToUnpaddedBytes(CHAIN_ID), hexToBytes(to), bigIntToUnpaddedBytes(nonce)]))

let common: Common | undefined
const at = (address: Hex): Address => new Address(hexToBytes(address))
const precompile = (n: number): Address => at(`0x${n.toString(16).padStart(40, '0')}`)
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const maxCost = ({ gas, maxFee, value }: Tx): bigint => gas * maxFee + value
const tipOf = ({ tip, maxFee }: Tx, baseFee: bigint): bigint => least(tip, maxFee - baseFee)
/** Sorting is stable, so equal tips keep their order. */
const byTip = (a: Tx, b: Tx, baseFee: bigint): number => Number(tipOf(b, baseFee) - tipOf(a, baseFee))
const floorGas = ({ data }: Tx): bigint => BigInt(data.reduce((gas, byte) => gas + (byte ? 40 : 10), 21_000))

function intrinsicGas({ to, data, authorizations = [] }: Tx): bigint {
  const before = 21_000 + 25_000 * authorizations.length + (to ? 0 : 32_000 + 2 * Math.ceil(data.length / 32))
  return BigInt(data.reduce((gas, byte) => gas + (byte ? 16 : 4), before))
}
