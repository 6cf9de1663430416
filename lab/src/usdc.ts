import { mockUsdcBytecode } from '@aura/contracts/bytecode'
import { encode, type Hex, keccak, type Signature, word } from './bytes.ts'
import type { Lab } from './lab.ts'
import { type Permit, permitDigest } from './permit.ts'

/** The product's mock USDC. It can be minted freely, so no lab offers that to the learner. */
export class Usdc {
  readonly address: Hex
  private readonly lab: Lab

  constructor(address: Hex, lab: Lab) {
    this.address = address
    this.lab = lab
    lab.tokens.add(address)
  }

  static deploy = async (lab: Lab, by: Hex): Promise<Usdc> => new Usdc(await lab.deploy(by, mockUsdcBytecode), lab)

  balance = async (of: Hex): Promise<bigint> => balanceOf(this.lab, this.address, of)
  allowance = async (of: Hex, to: Hex): Promise<bigint> =>
    this.lab.chain.slot(this.address, word(to), keccak(word(of), word(ALLOWANCES)))
  nonce = async (of: Hex): Promise<bigint> => this.lab.chain.slot(this.address, word(of), word(NONCES))
  domainSeparator = (): Promise<bigint> => this.lab.chain.view(this.address, encode('DOMAIN_SEPARATOR()'))

  /** Signs a permit by its owner, without handing it in. */
  async signPermit(spender: Hex, value: bigint, owner = this.lab.me) {
    const permit = { owner, spender, value, nonce: await this.nonce(owner), deadline: UNLIMITED }
    const grants = [{ token: this.address, spender, value, until: permit.deadline }]
    const digest = permitDigest(await this.domainSeparator(), permit)
    const signature = this.lab.signTyped({ name: 'Permit', contract: this.address, grants }, digest, owner)
    return { permit, signature }
  }

  mint = (by: Hex, to: Hex, value: bigint) => this.write(by, encode('mint(address,uint256)', to, value))
  transfer = (from: Hex, to: Hex, value: bigint) => this.write(from, encode('transfer(address,uint256)', to, value))
  transferFrom = (by: Hex, from: Hex, to: Hex, value: bigint) =>
    this.write(by, encode('transferFrom(address,address,uint256)', from, to, value))
  approve = (from: Hex, spender: Hex, value: bigint) =>
    this.write(from, encode('approve(address,uint256)', spender, value))
  permit = (by: Hex, { owner, spender, value, deadline }: Permit, { yParity, r, s }: Signature) =>
    this.write(
      by,
      encode(
        'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
        ...[owner, spender, value, deadline, 27n + yParity, r, s],
      ),
    )
  private write = (from: Hex, data: Uint8Array) => this.lab.send(from, { to: this.address, data })
}

// Places of the mock's mappings. Reading them costs a fiftieth of a call; a test compares both.
const [BALANCES, ALLOWANCES, NONCES] = [2n, 3n, 4n]
/** The mock keeps its blocklist in the balance's first bit. */
const BALANCE = (1n << 255n) - 1n

/** Returns the balance in the contract of a `Usdc`. */
export const balanceOf = ({ chain }: Lab, token: Hex, of: Hex): bigint =>
  chain.slot(token, word(of), word(BALANCES)) & BALANCE

export const USDC_DECIMALS = 6
export const UNLIMITED = (1n << 256n) - 1n

/** Draws an amount of whole cents. Returns it in millionths of a USDC. */
export const drawUsdc = (lab: Lab, name: string, from: number, to: number): bigint =>
  BigInt(lab.draw(name, from * 100, to * 100)) * 10_000n
