import type { AccountFields, StateManagerInterface } from '@ethereumjs/common'
import { Account, type Address, bytesToHex } from '@ethereumjs/util'
import { keccak } from './bytes.ts'

const NOTHING = new Uint8Array()
/** Parts of a trie, whose root a lab never reads. */
type NotHere = 'getStateRoot' | 'setStateRoot' | 'hasStateRoot' | 'shallowCopy'

/**
 * The EVM's state in three maps, with an undo list of every write. A checkpoint is a position in that list, so it costs
 * nothing and a block can be reverted long after it was mined. The EVM's own simple state copies every account and slot
 * at every call.
 */
export class State implements Omit<StateManagerInterface, NotHere> {
  readonly accounts = new Map<string, Account>()
  readonly codes = new Map<string, Uint8Array>()
  readonly slots = new Map<string, Uint8Array>()
  /** Slot values at the start of the transaction, from which refunds are computed. */
  private readonly before = new Map<string, Uint8Array>()
  private readonly undo: (() => void)[] = []
  private readonly checkpoints: number[] = []
  /** Raised by every write while `isCounting`. A call that is undone doesn't count. */
  version = 0
  isCounting = true

  readonly originalStorageCache = {
    get: async (address: Address, key: Uint8Array) =>
      this.before.get(slotOf(address, key)) ?? this.getStorage(address, key),
    clear: () => this.before.clear(),
  }

  private set<V>(map: Map<string, V>, key: string, value: V | undefined): void {
    const old = map.get(key)
    if (this.isCounting) this.version++
    this.undo.push(() => (old === undefined ? map.delete(key) : map.set(key, old)))
    if (value === undefined) map.delete(key)
    else map.set(key, value)
  }

  mark = (): number => this.undo.length
  rewind(mark: number): void {
    if (this.isCounting && this.undo.length > mark) this.version++
    while (this.undo.length > mark) this.undo.pop()?.()
  }

  checkpoint = async () => void this.checkpoints.push(this.mark())
  commit = async () => void this.checkpoints.pop()
  revert = async () => this.rewind(this.checkpoints.pop() ?? 0)

  // The EVM mutates the accounts it is given, so it gets copies.
  getAccount = async (address: Address) => copy(this.accounts.get(`${address}`))
  putAccount = async (address: Address, account?: Account) => this.set(this.accounts, `${address}`, copy(account))

  async deleteAccount(address: Address) {
    this.set(this.accounts, `${address}`, undefined)
    this.set(this.codes, `${address}`, undefined)
    await this.clearStorage(address)
  }

  async modifyAccountFields(address: Address, fields: AccountFields) {
    await this.putAccount(address, Object.assign((await this.getAccount(address)) ?? new Account(), fields))
  }

  getCode = async (address: Address) => this.codes.get(`${address}`) ?? NOTHING
  getCodeSize = async (address: Address) => (await this.getCode(address)).length

  async putCode(address: Address, code: Uint8Array) {
    this.set(this.codes, `${address}`, code)
    await this.modifyAccountFields(address, { codeHash: keccak(code) })
  }

  getStorage = async (address: Address, key: Uint8Array) => this.slots.get(slotOf(address, key)) ?? NOTHING
  read = (address: string, key: string): Uint8Array => this.slots.get(address + key) ?? NOTHING

  async putStorage(address: Address, key: Uint8Array, value: Uint8Array) {
    const slot = slotOf(address, key)
    if (!this.before.has(slot)) this.before.set(slot, this.slots.get(slot) ?? NOTHING)
    this.set(this.slots, slot, value)
  }

  async clearStorage(address: Address) {
    for (const slot of this.slots.keys()) if (slot.startsWith(`${address}`)) this.set(this.slots, slot, undefined)
  }

  clearCaches() {}
}

const slotOf = (address: Address, key: Uint8Array): string => `${address}${bytesToHex(key)}`
const copy = (account?: Account) =>
  account && new Account(account.nonce, account.balance, account.storageRoot, account.codeHash)
