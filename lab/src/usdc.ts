import { mockUsdcBytecode } from '@aura/contracts/bytecode'
import { encode, type Hex, type Signature } from './bytes.ts'
import type { Lab } from './lab.ts'
import type { Permit } from './permit.ts'

/** The product's mock USDC. It can be minted freely, so no lab offers that to the learner. */
export class Usdc {
  readonly address: Hex
  private readonly lab: Lab

  constructor(address: Hex, lab: Lab) {
    this.address = address
    this.lab = lab
  }

  static deploy = async (lab: Lab, by: Hex): Promise<Usdc> => new Usdc(await lab.deploy(by, mockUsdcBytecode), lab)

  balance = (of: Hex): Promise<bigint> => this.lab.chain.view(this.address, encode('balanceOf(address)', of))
  allowance = (of: Hex, to: Hex): Promise<bigint> =>
    this.lab.chain.view(this.address, encode('allowance(address,address)', of, to))
  nonce = (of: Hex): Promise<bigint> => this.lab.chain.view(this.address, encode('nonces(address)', of))
  domainSeparator = (): Promise<bigint> => this.lab.chain.view(this.address, encode('DOMAIN_SEPARATOR()'))

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

export const USDC_DECIMALS = 6
export const UNLIMITED = (1n << 256n) - 1n

/** Draws an amount of whole cents. Returns it in millionths of a USDC. */
export const drawUsdc = (lab: Lab, name: string, from: number, to: number): bigint =>
  BigInt(lab.draw(name, from * 100, to * 100)) * 10_000n
