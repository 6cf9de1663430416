import { createHash } from 'node:crypto'
import {
  type Abi,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  getAddress,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseTransaction,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  type TransactionSerializedEIP1559,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import {
  type AccountLogsAsked,
  type Block,
  CallReverted,
  type Chain,
  type ChainLog,
  ChainUnreachable,
  type ContractCall,
  type Receipt,
  type Scan,
  SendRefused,
  type TransfersAsked,
  type Verifier,
} from '../../../server/src/platform/chain/chain.ts'
import type { Clock } from '../../../server/src/platform/clock.ts'
import { Lies } from './lies.ts'

const ABI = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Vouched(address indexed voucher, address indexed target, uint256 usdcAmount, uint256 pairTotal)',
  'event SteezePurchased(address indexed buyer, uint256 usdcAmount, uint256 steezeAmount)',
  'event SteezeWithdrawn(address indexed account, uint256 steezeAmount, uint256 usdcAmount, uint256 withdrawnTotal)',
  'function balanceOf(address account) view returns (uint256)',
  'function vouchedAmount(address voucher, address target) view returns (uint256)',
  'function outstanding() view returns (uint256)',
  'function withdrawn(address account) view returns (uint256)',
  'function usdc() view returns (address)',
  'function paused() view returns (bool)',
  'function signer() view returns (address)',
  'function remainingToday() view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
])

const KEYS = parseAbi([
  'event KeyAdded(bytes32 indexed id, bytes key)',
  'event KeyLeaving(bytes32 indexed id, uint256 until)',
  'event KeyStays(bytes32 indexed id)',
])
const KEY_TOPICS = KEYS.map((event) => toEventSelector(event))
const VERIFIER = toFunctionSelector('verifier()')

export type KeyChange =
  | { kind: 'added'; key: Hex }
  | { kind: 'leaving'; key: Hex; until: Date }
  | { kind: 'stays'; key: Hex }

const HANDED_IN = parseAbi([
  'function vouchWithAuthorization(address, address, uint256, uint256, bytes32, bytes)',
  'function buySteezeWithAuthorization(address, uint256, uint256, bytes32, bytes)',
])

interface State {
  usdc: Map<string, number>
  vouched: Map<string, number>
  withdrawn: Map<string, number>
  outstanding: number
  spent: Map<string, number>
  /** Calls that were handed in by others, of which each counts once. */
  handedIn: Map<string, number>
}

type Written = Pick<ChainLog, 'address' | 'topics' | 'data'>

interface FakeTransaction {
  hash: string
  /** Of those that arrived signed. */
  from?: string
  nonce?: number
  maxFeeWei?: bigint
  /** Returns the contracts' logs. Throws if they refuse. */
  run(state: State, block: Block): Written[]
}

interface FakeBlock extends Block {
  receipts: Map<string, Receipt>
  transactions: FakeTransaction[]
  state: State
}

const secondsOf = (change: KeyChange) => ('until' in change ? Math.floor(change.until.getTime() / 1_000) : 0)
const address = (digit: string) => `0x${digit.repeat(40)}`
const lower = (text: string) => text.toLowerCase()
const PRICE_MICROS = 100_000
const VALUE_MICROS = 70_000
const PAIR_CAP_MICROS = 100_000_000
const FEED_DECIMALS = 8

/** The signature is null while an admin has to approve it. */
export type WithdrawalTerms = { limit: number; deadline: number; signature: string } | { signature: null }

/** A node controlled by the test: it reorganises, lags, repeats, omits and goes down, and follows the real rules. */
export class FakeChain implements Chain {
  kind: Chain['kind'] = 'local'
  id = 31_337
  name = 'Aura Local'
  explorerUrl: string | null = null
  confirmationSeconds = 0
  contracts: Chain['contracts'] = { usdc: address('a'), vouch: address('b'), steeze: address('c') }
  startBlock = 0

  isReachable = true
  readonly contractWallets = new Set<string>()
  lag = 0
  repeats = false
  /** Transactions whose logs are omitted from scans of many blocks. */
  readonly leftOut = new Set<string>()
  readonly lies = new Lies()
  honestOthers = 0
  /** By how many blocks the honest others are behind. */
  othersLag = 0
  finality = 2
  isPaused = false
  /** Error that simulated transactions throw. */
  simulationError: Error | null = null
  signer = address('0')
  /** Overrides the token the contracts were deployed with. */
  madeWith: string | null = null
  dailyCapMicros = 1_000_000_000
  ethUsd = { price: 2_500, toldAt: new Date(0) }
  gasPriceWei = 1_000_000_000n
  etherWei = 10n ** 18n
  /** Code by address. */
  readonly codes = new Map<string, string>()
  /** How many signed transactions are taken and forgotten. */
  swallows = 0
  /** Signed transactions that arrived, also those that were swallowed or refused. */
  readonly arrived: string[] = []
  readonly scans: string[] = []
  readonly transferReads: TransfersAsked[] = []
  readonly accountReads: AccountLogsAsked[] = []

  readonly #clock: Clock
  #blocks: FakeBlock[] = []
  #pending: FakeTransaction[] = []
  #signed: (FakeTransaction & { from: string; nonce: number; maxFeeWei: bigint })[] = []
  #finalised = 0
  #made = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.mine()
  }

  /** Mines this many blocks, each at least `secondsApart` after the one before. */
  mine(count = 1, secondsApart = 0): Block {
    for (let mined = 0; mined < count; mined++) {
      this.#append([...this.#pending.splice(0), ...this.#takeSigned()], secondsApart)
    }
    this.#finalised = Math.max(this.#finalised, this.#tip.number - this.finality)
    return this.#tip
  }

  mint(account: string, micros: number): void {
    const { usdc } = this.#tip.state
    usdc.set(lower(account), (usdc.get(lower(account)) ?? 0) + micros)
  }

  /** Returns the mined transaction's hash. */
  buy(account: string, micros: number, options?: SendOptions): string {
    return this.#send((state) => this.#sell(state, account, micros), options)
  }

  #sell(state: State, account: string, micros: number): Written[] {
    if (this.isPaused || micros <= 0 || micros % PRICE_MICROS !== 0) throw new CallReverted('NotWholeSteeze')
    pay(state, account, this.#own.steeze, micros)
    state.outstanding += micros / PRICE_MICROS
    return [
      this.#log('steeze', 'SteezePurchased', [account], [micros, micros / PRICE_MICROS]),
      this.#log('usdc', 'Transfer', [account, this.#own.steeze], [micros]),
    ]
  }

  vouch(voucher: string, target: string, micros: number, options?: SendOptions): string {
    return this.#send((state) => this.#passOn(state, voucher, target, micros), options)
  }

  #passOn(state: State, voucher: string, target: string, micros: number): Written[] {
    const pair = `${lower(voucher)}/${lower(target)}`
    const total = (state.vouched.get(pair) ?? 0) + micros
    if (micros < 1_000_000 || micros % 1_000_000 !== 0 || total > PAIR_CAP_MICROS) throw new CallReverted('vouch')
    if (lower(voucher) === lower(target)) throw new CallReverted('TargetIsCaller')
    pay(state, voucher, target, micros)
    state.vouched.set(pair, total)
    return [
      this.#log('vouch', 'Vouched', [voucher, target], [micros, total]),
      this.#log('usdc', 'Transfer', [voucher, target], [micros]),
    ]
  }

  async transactionCount(address: string): Promise<number> {
    this.#answer()
    return this.#countOf(address)
  }

  #countOf(address: string): number {
    return this.#visible.flatMap(({ transactions }) => transactions).filter(({ from }) => from === lower(address))
      .length
  }

  async send(raw: Hex): Promise<void> {
    this.#answer()
    const hash = keccak256(raw)
    this.arrived.push(hash)
    const { nonce = 0, maxFeePerGas: maxFeeWei = 0n, data = '0x' } = parseTransaction(raw)
    const serializedTransaction = raw as TransactionSerializedEIP1559
    const from = lower(await recoverTransactionAddress({ serializedTransaction }))
    if (this.swallows > 0) {
      this.swallows--
      return
    }
    if (nonce < this.#countOf(from)) throw new SendRefused('nonce too low')
    const other = this.#signed.find((each) => each.from === from && each.nonce === nonce)
    if (other?.hash === hash) throw new SendRefused('already known')
    if (other && maxFeeWei * 10n < other.maxFeeWei * 11n) throw new SendRefused('replacement transaction underpriced')
    const run = (state: State): Written[] => this.#handIn(state, data)
    this.#signed = [...this.#signed.filter((each) => each !== other), { hash, from, nonce, maxFeeWei, run }]
  }

  /** Returns the signed transactions that the next block takes: dear enough, and without a gap in their numbers. */
  #takeSigned(): FakeTransaction[] {
    const next = new Map<string, number>()
    const taken = this.#signed
      .sort((a, b) => a.nonce - b.nonce)
      .filter(({ from, nonce, maxFeeWei }) => {
        const expected = next.get(from) ?? this.#countOf(from)
        if (nonce !== expected || maxFeeWei < this.gasPriceWei) return false
        next.set(from, expected + 1)
        return true
      })
    this.#signed = this.#signed.filter((each) => !taken.includes(each))
    return taken
  }

  #handIn(state: State, data: Hex): Written[] {
    if (data === '0x') return []
    if (state.handedIn.has(data)) throw new CallReverted('AuthorizationUsedOrCanceled')
    state.handedIn.set(data, 1)
    const { functionName, args } = decodeFunctionData({ abi: HANDED_IN, data })
    if (functionName === 'vouchWithAuthorization') return this.#passOn(state, args[0], args[1], Number(args[2]))
    return this.#sell(state, args[0], Number(args[1]))
  }

  /** Sends USDC without vouching. */
  transfer(from: string, to: string, micros: number, options?: SendOptions): string {
    return this.#send((state) => {
      pay(state, from, to, micros)
      return [this.#log('usdc', 'Transfer', [from, to], [micros])]
    }, options)
  }

  async withdraw(account: string, amount: number, terms: WithdrawalTerms, options?: SendOptions): Promise<string> {
    if (terms.signature === null) throw new CallReverted('InvalidSignature')
    const { limit, deadline, signature } = terms
    const by = await recoverTypedDataAddress({
      domain: {
        name: 'SteezeStack',
        version: '1',
        chainId: this.id,
        verifyingContract: this.#own.steeze as Hex,
      },
      types: {
        Withdrawal: [
          { name: 'account', type: 'address' },
          { name: 'limit', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Withdrawal',
      message: { account: getAddress(lower(account)), limit: BigInt(limit), deadline: BigInt(deadline) },
      signature: signature as Hex,
    }).catch(() => '')
    return this.#send((state, block) => {
      if (this.isPaused || lower(by) !== lower(this.signer)) throw new CallReverted('InvalidSignature')
      if (block.time.getTime() / 1_000 > deadline) throw new CallReverted('LimitExpired')
      return this.#payOut(state, block, account, amount, limit)
    }, options)
  }

  /** Makes an unsigned withdrawal, which only a broken contract allows. */
  steal(account: string, amount: number): string {
    return this.#send((state, block) => this.#payOut(state, block, account, amount, Number.POSITIVE_INFINITY))
  }

  /** Changes a key of an account contract. It is deployed from then on. */
  changeKey(account: string, change: KeyChange, options?: SendOptions): string {
    this.codes.set(lower(account), '0x01')
    const { kind, key } = change
    const [eventName, data] = {
      added: () => ['KeyAdded', encodeAbiParameters([{ type: 'bytes' }], [key])] as const,
      leaving: () => ['KeyLeaving', numberToHex(secondsOf(change), { size: 32 })] as const,
      stays: () => ['KeyStays', '0x'] as const,
    }[kind]()
    const topics = encodeEventTopics({ abi: KEYS, eventName, args: { id: keccak256(key) } }) as string[]
    return this.#send(() => [{ address: lower(account), topics, data }], options)
  }

  /** Sends another contract's transaction with a log like a purchase. */
  alien(account: string, micros: number): string {
    return this.#send(() => [
      {
        ...this.#log('steeze', 'SteezePurchased', [account], [micros, micros / PRICE_MICROS]),
        address: address('d'),
      },
    ])
  }

  /**
   * Replaces the last blocks. The first contains their transactions, the last the `later` ones, none the dropped ones.
   */
  reorg(depth: number, { drop = [], later = [] }: { drop?: string[]; later?: string[] } = {}): void {
    const taken = this.#blocks.splice(this.#blocks.length - depth)
    const again = taken.flatMap(({ transactions }) => transactions).filter(({ hash }) => !drop.includes(hash))
    this.#append(again.filter(({ hash }) => !later.includes(hash)))
    for (let mined = 2; mined < depth; mined++) this.#append([])
    if (depth > 1) this.#append(again.filter(({ hash }) => later.includes(hash)))
  }

  #payOut(state: State, block: Block, account: string, amount: number, limit: number): Written[] {
    const total = (state.withdrawn.get(lower(account)) ?? 0) + amount
    const micros = amount * VALUE_MICROS
    const day = block.time.toISOString().slice(0, 10)
    const spent = (state.spent.get(day) ?? 0) + micros
    if (amount < 1 || total > limit || amount > state.outstanding || spent > this.dailyCapMicros) {
      throw new CallReverted('withdraw')
    }
    pay(state, this.#own.steeze, account, micros)
    state.outstanding -= amount
    state.spent.set(day, spent)
    state.withdrawn.set(lower(account), total)
    return [
      this.#log('steeze', 'SteezeWithdrawn', [account], [amount, micros, total]),
      this.#log('usdc', 'Transfer', [this.#own.steeze, account], [micros]),
    ]
  }

  #send(run: FakeTransaction['run'], { isPending = false }: SendOptions = {}): string {
    const hash = this.#newHash('tx')
    this.#pending.push({ hash, run })
    if (!isPending) this.mine()
    return hash
  }

  #append(transactions: FakeTransaction[], secondsApart = 0): void {
    const parent = this.#blocks.at(-1)
    const earliest = parent ? parent.time.getTime() + secondsApart * 1_000 : 0
    const block: FakeBlock = {
      number: this.#blocks.length,
      hash: this.#newHash('block'),
      time: new Date(Math.max(earliest, Math.floor(this.#clock.now().getTime() / 1_000) * 1_000)),
      receipts: new Map(),
      transactions,
      state: parent ? copyOf(parent.state) : emptyState(),
    }
    let logIndex = 0
    for (const { hash, run, maxFeeWei = 0n } of transactions) {
      const feeWei = maxFeeWei * 100_000n
      const attempt = copyOf(block.state)
      try {
        const logs = run(attempt, block).map((log) => ({
          ...log,
          block: plain(block),
          txHash: hash,
          logIndex: logIndex++,
        }))
        block.state = attempt
        block.receipts.set(hash, { succeeded: true, block: plain(block), logs, feeWei })
      } catch {
        block.receipts.set(hash, { succeeded: false, block: plain(block), logs: [], feeWei })
      }
    }
    this.#blocks.push(block)
  }

  #log(contract: 'steeze' | 'usdc' | 'vouch', eventName: string, indexed: string[], amounts: number[]): Written {
    const names = {
      ...{ Transfer: ['from', 'to'], Vouched: ['voucher', 'target'] },
      ...{ SteezePurchased: ['buyer'], SteezeWithdrawn: ['account'] },
    }[eventName] as string[]
    const args = Object.fromEntries(names.map((name, index) => [name, indexed[index]]))
    const topics = encodeEventTopics({ abi: ABI as Abi, eventName, args } as never) as string[]
    const data = encodeAbiParameters(
      amounts.map(() => ({ type: 'uint256' })),
      amounts.map((amount) => BigInt(amount)),
    )
    return { address: this.#own[contract], topics, data }
  }

  #newHash(what: string): string {
    return `0x${createHash('sha256')
      .update(`${what} ${this.#made++}`)
      .digest('hex')}`
  }

  get #tip(): FakeBlock {
    return this.#blocks.at(-1) as FakeBlock
  }

  get #own() {
    return this.contracts as NonNullable<Chain['contracts']>
  }

  get #visible(): FakeBlock[] {
    return this.#blocks.slice(0, Math.max(1, this.#blocks.length - this.lag))
  }

  get #othersTip(): number {
    return Math.max(0, this.#blocks.length - 1 - this.othersLag)
  }

  async latest(): Promise<Block> {
    this.#answer()
    return plain(this.#visible.at(-1) as FakeBlock)
  }

  async finalised(): Promise<Block> {
    this.#answer()
    return plain(this.#blocks[Math.min(this.#finalised, this.#visible.length - 1)] as FakeBlock)
  }

  async block(number: number): Promise<Block | undefined> {
    this.#answer()
    const block = this.#visible[number]
    return block && plain(block)
  }

  async scan(from: number, to: number): Promise<Scan> {
    this.#answer()
    this.scans.push(`${from}-${to}`)
    const { logs, ...around } = this.#honestScan(from, to)
    const told = this.lies.inScan(
      logs.filter(({ txHash }) => !this.leftOut.has(txHash)),
      { from, to },
    )
    return { ...around, logs: this.repeats ? [...told, ...told] : told }
  }

  #honestScan(from: number, to: number): Scan {
    const at = (number: number) => {
      const block = this.#visible[number]
      return block && plain(block)
    }
    const logs = this.#visible
      .slice(Math.max(0, from), to + 1)
      .flatMap(({ receipts }) => [...receipts.values()].flatMap((receipt) => receipt.logs))
      .filter(({ address: at }) => [this.#own.steeze, this.#own.vouch].includes(at))
    return { before: from > 0 ? at(from - 1) : undefined, last: at(to), logs }
  }

  #honestTransfers({ from, to, senders, receivers }: TransfersAsked): ChainLog[] {
    const among = (topic: string | undefined, wallets: readonly string[]) =>
      wallets.some((wallet) => topic?.endsWith(wallet.slice(2)))
    return this.#visible
      .slice(Math.max(0, from), to + 1)
      .flatMap(({ receipts }) => [...receipts.values()].flatMap((receipt) => receipt.logs))
      .filter(({ address: at, topics: [, sender, receiver] }) => {
        return at === this.#own.usdc && among(sender, senders) && among(receiver, receivers)
      })
  }

  #honestAccountLogs({ from, to, accounts }: AccountLogsAsked): ChainLog[] {
    return this.#visible
      .slice(Math.max(0, from), to + 1)
      .flatMap(({ receipts }) => [...receipts.values()].flatMap((receipt) => receipt.logs))
      .filter(({ address: at, topics: [topic = '', sender, receiver] }) => {
        if (at !== this.#own.usdc) return accounts.includes(at) && KEY_TOPICS.includes(topic as Hex)
        return [sender, receiver].some((word) => accounts.some((account) => word?.endsWith(account.slice(2))))
      })
  }

  #honestReceiptLogs(txHashes: readonly string[]): ChainLog[] {
    const asked = new Set(txHashes)
    return this.#visible.flatMap(({ receipts }) =>
      [...receipts].flatMap(([hash, { logs }]) => (asked.has(hash) ? logs : [])),
    )
  }

  get verifiers(): Verifier[] {
    const own: Verifier = {
      name: 'the-first',
      chainId: async () => {
        this.#answer()
        return this.lies.chainId ?? this.id
      },
      latest: () => this.latest(),
      finalised: () => this.finalised(),
      block: (number) => this.block(number),
      scan: (from, to) => this.scan(from, to),
      transfers: async (asked) => {
        this.#answer()
        this.transferReads.push(asked)
        return this.#honestTransfers(asked).filter(({ txHash }) => !this.leftOut.has(txHash))
      },
      accountLogs: async (asked) => {
        this.#answer()
        this.accountReads.push(asked)
        return this.#honestAccountLogs(asked).filter(({ txHash }) => !this.leftOut.has(txHash))
      },
      receiptLogs: async (txHashes) => {
        this.#answer()
        return this.lies.inReceipts(this.#honestReceiptLogs(txHashes), txHashes)
      },
      call: (input) => this.call(input),
      transactionCount: (address) => this.transactionCount(address),
      isContractSignature: async ({ address }) => {
        this.#answer()
        return this.lies.acceptsSignatures ?? this.contractWallets.has(lower(address))
      },
    }
    const others = Array.from(
      { length: this.honestOthers },
      (_, index): Verifier => ({
        name: `honest-${index + 1}`,
        chainId: async () => this.id,
        latest: async () => plain(this.#blocks[this.#othersTip] as FakeBlock),
        finalised: async () => plain(this.#blocks[this.#finalised] as FakeBlock),
        block: async (number) =>
          number > this.#othersTip ? undefined : this.#blocks[number] && plain(this.#blocks[number]),
        scan: async (from, to) => this.#honestScan(from, to),
        transfers: async (asked) => this.#honestTransfers(asked),
        accountLogs: async (asked) => this.#honestAccountLogs(asked),
        receiptLogs: async (txHashes) => this.#honestReceiptLogs(txHashes),
        call: async (input) => this.#call(input),
        transactionCount: async (address) => this.#countOf(lower(address)),
        isContractSignature: async ({ address }) => this.contractWallets.has(lower(address)),
      }),
    )
    return [own, ...others]
  }

  async transaction(hash: string): Promise<{ receipt: Receipt | null } | undefined> {
    this.#answer()
    const invented = this.lies.receiptOf(hash)
    if (invented) return { receipt: invented }
    const found = this.#visible.find(({ receipts }) => receipts.has(hash))
    if (found) return { receipt: found.receipts.get(hash) as Receipt }
    const hidden = this.#blocks.some(({ receipts }) => receipts.has(hash))
    const waiting = [...this.#pending, ...this.#signed]
    return hidden || waiting.some((transaction) => transaction.hash === hash) ? { receipt: null } : undefined
  }

  async call(input: ContractCall): Promise<Hex> {
    this.#answer()
    if (input.from !== undefined) return this.#simulate('0x')
    return this.lies.inCall(input) ?? this.#call(input)
  }

  async estimateGas(): Promise<bigint> {
    this.#answer()
    return this.#simulate(100_000n)
  }

  async code(address: string): Promise<string> {
    this.#answer()
    return this.codes.get(lower(address)) ?? '0x'
  }

  async gasPrice(): Promise<bigint> {
    this.#answer()
    return this.gasPriceWei
  }

  async etherBalance(): Promise<bigint> {
    this.#answer()
    return this.etherWei
  }

  #simulate<T>(result: T): T {
    if (this.simulationError) throw this.simulationError
    return result
  }

  #call({ to, data, blockNumber }: ContractCall): Hex {
    if (data.startsWith(VERIFIER)) return this.codes.has(lower(to)) ? numberToHex(1, { size: 32 }) : '0x'
    const block = blockNumber === undefined ? this.#visible.at(-1) : this.#visible[blockNumber]
    if (!block) throw new ChainUnreachable(`the node has no block ${blockNumber}`)
    const { functionName, args = [] } = decodeFunctionData({ abi: ABI, data: data as Hex })
    const { state } = block
    const key = (args as readonly string[]).map(lower).join('/')
    const spent = state.spent.get(this.#clock.now().toISOString().slice(0, 10)) ?? 0
    const answers = {
      balanceOf: () => BigInt(state.usdc.get(key) ?? 0),
      vouchedAmount: () => BigInt(state.vouched.get(key) ?? 0),
      outstanding: () => BigInt(state.outstanding),
      withdrawn: () => BigInt(state.withdrawn.get(key) ?? 0),
      usdc: () => getAddress(this.madeWith ?? this.#own.usdc),
      paused: () => this.isPaused,
      signer: () => getAddress(lower(this.signer)),
      remainingToday: () => BigInt(Math.max(0, this.dailyCapMicros - spent)),
      decimals: () => FEED_DECIMALS,
      latestRoundData: () => {
        const at = BigInt(this.ethUsd.toldAt.getTime() / 1_000)
        return [1n, BigInt(this.ethUsd.price * 10 ** FEED_DECIMALS), at, at, 1n]
      },
    }
    return encodeFunctionResult({ abi: ABI as Abi, functionName, result: answers[functionName]() as never })
  }

  #answer(): void {
    if (!this.isReachable) throw new ChainUnreachable('the network is down')
  }
}

interface SendOptions {
  isPending?: boolean
}

const emptyState = (): State => ({
  usdc: new Map(),
  vouched: new Map(),
  withdrawn: new Map(),
  outstanding: 0,
  spent: new Map(),
  handedIn: new Map(),
})

const copyOf = (state: State): State => ({
  usdc: new Map(state.usdc),
  vouched: new Map(state.vouched),
  withdrawn: new Map(state.withdrawn),
  outstanding: state.outstanding,
  spent: new Map(state.spent),
  handedIn: new Map(state.handedIn),
})

const plain = ({ number, hash, time }: Block): Block => ({ number, hash, time })

function pay({ usdc }: State, from: string, to: string, micros: number): void {
  const has = usdc.get(lower(from)) ?? 0
  if (has < micros) throw new CallReverted('transfer amount exceeds balance')
  usdc.set(lower(from), has - micros)
  usdc.set(lower(to), (usdc.get(lower(to)) ?? 0) + micros)
}
