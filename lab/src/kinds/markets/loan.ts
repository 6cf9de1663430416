import { labLoanBytecode } from '@aura/contracts/lab/loan'
import { encode, type Hex, wordHex } from '../../bytes.ts'
import type { Lab } from '../../lab.ts'
import { UNLIMITED, USDC_DECIMALS, type Usdc } from '../../usdc.ts'

/** Percentage of the collateral that counts. */
export const THRESHOLD = 80n
export const ETHER = 10n ** 18n
const UNIT = 10n ** BigInt(USDC_DECIMALS)
/** Health in thousandths below which half of a loan may be closed. */
const LIMIT = 1000n

/** A lender of USDC against ETH, with an oracle and a bot that closes loans as soon as it may. */
export class Loan {
  readonly address: Hex
  readonly bot: Hex
  readonly oracle: Hex
  private readonly lab: Lab

  constructor(address: Hex, lab: Lab) {
    this.address = address
    this.lab = lab
    this.bot = lab.account('bot')
    this.oracle = lab.account('oracle')
  }

  /** @param price Whole USDC for one ETH. */
  static async deploy(lab: Lab, usdc: Usdc, price: bigint): Promise<Loan> {
    const [bot, oracle] = [lab.account('bot'), lab.account('oracle')]
    for (const account of [bot, oracle]) await lab.chain.fund(account, ETHER)
    const code = await lab.deploy(oracle, labLoanBytecode, usdc.address, oracle, THRESHOLD, price * UNIT)
    await usdc.mint(oracle, code, 1_000_000n * UNIT)
    await usdc.mint(oracle, bot, 1_000_000n * UNIT)
    for (const account of [bot, lab.me]) await usdc.approve(account, code, UNLIMITED)
    return new Loan(code, lab)
  }

  /** Price in millionths of a USDC. */
  price = () => this.lab.chain.view(this.address, encode('price()'))
  collateral = () => this.lab.chain.view(this.address, encode('collateral(address)', this.lab.me))
  debt = () => this.lab.chain.view(this.address, encode('debt(address)', this.lab.me))
  private health = () => this.lab.chain.view(this.address, encode('health(address)', this.lab.me))

  deposit = (value: bigint) => this.send(encode('deposit()'), value)
  borrow = (value: bigint) => this.send(encode('borrow(uint256)', value))
  repay = (value: bigint) => this.send(encode('repay(uint256)', value))
  private send = (data: Uint8Array, value = 0n) => this.lab.send(this.lab.me, { to: this.address, data, value })

  /** Writes the day's price and, in the same block, closes half of the learner's loan if that price allows it. */
  async writePrice(price: bigint): Promise<void> {
    await this.lab.send(this.oracle, { to: this.address, data: encode('setPrice(uint256)', price * UNIT) })
    const worth = ((await this.collateral()) * price * UNIT * THRESHOLD) / 100n / ETHER
    const owed = await this.debt()
    if (owed > 0n && (worth * LIMIT) / owed < LIMIT) {
      await this.lab.send(this.bot, { to: this.address, data: encode('liquidate(address)', this.lab.me) })
    }
  }

  wasLiquidated(): boolean {
    const logs = this.lab.chain.blocks.flatMap(({ receipts }) => receipts.flatMap((receipt) => receipt.logs))
    return logs.some(({ address, topics }) => address === this.address && topics[1] === wordHex(this.lab.me))
  }

  /** Returns the health with two decimals, rounded down. */
  async healthText(): Promise<string> {
    const health = await this.health()
    const hundredths = health / 10n
    return health === UNLIMITED ? 'no debt' : `${hundredths / 100n}.${`${hundredths % 100n}`.padStart(2, '0')}`
  }
}
