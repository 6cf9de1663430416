import { bytesToBigInt, hexToBytes, utf8ToBytes } from '@ethereumjs/util'
import type { Asked, Typed } from './asked.ts'
import { addressOfKey, type Hex, keccak, keccakText, type Signature, sign, wordHex } from './bytes.ts'
import { type Authorization, authorizationDigest, type Budget, Chain, type Tx } from './chain.ts'
import { LEVEL } from './limits.ts'

const SETUP: Budget = { blocks: 24, gas: 20_000_000n, gasPerTx: 3_000_000n }
const GENESIS = Date.UTC(2026, 0, 1) / 1000

export type Parameters = Readonly<Record<string, number>>

/** A chain with accounts and numbers drawn from a seed. */
export class Lab {
  readonly chain = new Chain(GENESIS, SETUP)
  readonly me: Hex
  /** Tokens with units, in the order in which they were deployed. */
  readonly tokens = new Set<Hex>()
  /** While it is set, collects what accounts are asked to sign. */
  asked: Asked[] | undefined
  private readonly accounts = new Map<string, Hex>()
  private readonly people = new Set<Hex>()
  private readonly keys = new Map<Hex, Uint8Array>()
  private readonly seed: Uint8Array
  private readonly parameters: Parameters

  constructor(seed: Hex, parameters: Parameters = {}) {
    this.seed = hexToBytes(seed)
    this.parameters = parameters
    this.me = this.account('me')
  }

  parameter = (name: string, preset: number): number => this.parameters[name] ?? preset

  /** 0 in a lesson, 1 in a review. */
  get level(): number {
    return this.parameter(LEVEL, 0)
  }

  /** Returns a number from `from` to `to`. Depends on the seed and `name` only, so a later draw never changes another. */
  draw(name: string, from: number, to: number): number {
    return from + Number(bytesToBigInt(keccak(this.seed, utf8ToBytes(`draw ${name}`))) % BigInt(to - from + 1))
  }

  shuffle<T>(name: string, items: readonly T[]): T[] {
    const left = [...items]
    return items.map((_, place) => left.splice(this.draw(`${name} ${place}`, 0, left.length - 1), 1)[0] as T)
  }

  /** Returns the address for a name, whose key the lab holds. */
  account(name: string): Hex {
    const known = this.accounts.get(name)
    if (known) return known
    const key = keccak(this.seed, utf8ToBytes(`key ${name}`))
    const address = addressOfKey(key)
    this.accounts.set(name, address)
    this.people.add(address)
    this.keys.set(address, key)
    return address
  }

  /** Returns whether the address is an account's, as opposed to a contract's. */
  isAccount = (address: Hex): boolean => this.people.has(address)

  /** Returns an address with `ends` digits of another one at both ends, and four more for each level. Nobody has its key. */
  lookalike(name: string, of: Hex, ends = 0): Hex {
    const same = ends + 4 * this.level
    const address: Hex = `0x${of.slice(2, 2 + same)}${this.account(name).slice(2 + same, 42 - same)}${of.slice(42 - same)}`
    this.people.add(address)
    return address
  }

  /** Signs for an account of the lab. Throws for an address without a known key. */
  sign(digest: Uint8Array, by = this.me): Signature {
    const key = this.keys.get(by)
    if (!key) throw new Error(`The lab has no key of ${by}`)
    return sign(digest, key)
  }

  /** Signs a text, such as a sign-in. */
  signText(text: string): { digest: Uint8Array; signature: Signature } {
    this.asked?.push({ type: 'text', by: this.me, text })
    const digest = keccakText(text)
    return { digest, signature: this.sign(digest) }
  }

  /** Signs the digest of typed data, of which a wallet shows `typed`. */
  signTyped(typed: Omit<Typed, 'type' | 'by'>, digest: Uint8Array, by = this.me): Signature {
    this.asked?.push({ type: 'typed', by, ...typed })
    return this.sign(digest, by)
  }

  authorize(to: Hex, nonce: bigint, by = this.me): Authorization {
    this.asked?.push({ type: 'authorization', by, to, nonce })
    return { ...this.sign(authorizationDigest(to, nonce), by), to, nonce }
  }

  /** Submits a transaction with usual values for missing fields, without a signature. Throws `TransactionRejected`. */
  async send(from: Hex, tx: Partial<Tx>): Promise<void> {
    const waiting = this.chain.pending.filter((other) => other.from === from).length
    const nonce = (await this.chain.account(from)).nonce + BigInt(waiting)
    const tip = tx.tip ?? 1_000_000n
    const usual = { data: new Uint8Array(), value: 0n, gas: 150_000n, maxFee: this.chain.baseFee * 2n + tip, nonce }
    const whole = { ...usual, ...tx, from, tip }
    this.asked?.push({ type: 'transaction', by: from, tx: whole })
    await this.chain.submit(whole)
  }

  /** Hands a transaction to a block builder, which doesn't ask whether its sender can pay yet. */
  bundle(tx: Tx): void {
    this.asked?.push({ type: 'transaction', by: tx.from, tx })
    this.chain.pending = [...this.chain.pending, tx]
  }

  /** Deploys and mines. Returns the contract's address. Throws if the constructor reverts. */
  async deploy(from: Hex, code: string, ...args: (bigint | Hex)[]): Promise<Hex> {
    const data = hexToBytes(`0x${code.slice(2)}${args.map((arg) => wordHex(arg).slice(2)).join('')}`)
    await this.send(from, { data, gas: SETUP.gasPerTx })
    const { created, succeeded } = (await this.chain.mine(2)).receipts.at(-1) ?? {}
    if (!created || !succeeded) throw new Error('A contract of the lab could not be deployed')
    return created
  }
}
