import type { PrivateKeyAccount } from 'viem/accounts'
import type { Chain } from '../src/platform/chain/chain.ts'
import { type Actor, newcomer } from './actors.ts'
import { USDC } from './chain.ts'
import type { Lies } from './lies.ts'
import { type TestApp, testApp } from './test-app.ts'

type Wallet = Pick<PrivateKeyAccount, 'address'>

/** How the server's node is: it does as it is told, whatever chain stands behind it. */
export interface TestNode extends Chain {
  confirmations: number
  isReachable: boolean
  /** How many blocks behind its own chain it is. */
  lag: number
  /** Tells of every log twice. */
  repeats: boolean
  /** Transactions whose logs it leaves out when it is asked for many blocks. */
  leftOut: Set<string>
  /** Events it invents. */
  readonly lies: Lies
  /** Nodes beside it, which tell the truth. */
  honestOthers: number
  /** Blocks until one is final. */
  finality: number
  /** Every scan there was, as `from-to`. */
  scans: string[]
}

interface SendOptions {
  /** Leaves it to a block to come. */
  isPending?: boolean
}

/** A server with a chain on which a suite can let things happen; hashes are of transactions. */
export interface ChainStage {
  test: TestApp
  node: TestNode
  /** Gives test money, and lets the contracts take it. Micro-USDC, as everywhere here. */
  mint(wallet: PrivateKeyAccount, micros: number): Promise<void>
  buy(wallet: PrivateKeyAccount, micros: number, options?: SendOptions): Promise<string>
  vouch(wallet: PrivateKeyAccount, target: Wallet, micros: number, options?: SendOptions): Promise<string>
  withdraw(
    wallet: PrivateKeyAccount,
    amount: number,
    terms: { limit: number; deadline: number; signature: string },
  ): Promise<string>
  /** A transaction of another contract, whose log looks like a purchase here. */
  alien(wallet: PrivateKeyAccount, micros: number): Promise<string>
  /** Makes a block of what is pending, then as many more as are missing. */
  mine(blocks?: number): Promise<void>
  /**
   * Takes the last blocks back and makes as many others. Their transactions come again in the first of them, but for
   * those that are dropped; `later` of them come in the last.
   */
  reorg(depth: number, options?: { drop?: string[]; later?: string[] }): Promise<void>
  close(): Promise<void>
}

/** On the chain that only pretends. */
export async function fakeStage(): Promise<ChainStage> {
  const test = await testApp()
  const { chain } = test.ctx
  return {
    test,
    node: chain,
    mint: async ({ address }, micros) => chain.mint(address, micros),
    buy: async ({ address }, micros, options) => chain.buy(address, micros, options),
    vouch: async ({ address }, target, micros, options) => chain.vouch(address, target.address, micros, options),
    withdraw: ({ address }, amount, terms) => chain.withdraw(address, amount, terms),
    alien: async ({ address }, micros) => chain.alien(address, micros),
    mine: async (blocks) => void chain.mine(blocks),
    reorg: async (depth, options) => chain.reorg(depth, options),
    close: () => test.close(),
  }
}

/** Somebody who has joined, with dollars in their wallet. */
export async function richNewcomer({ test, mint }: ChainStage, usdc = 1_000): Promise<Actor> {
  const actor = await newcomer(test)
  await mint(actor.wallet, usdc * USDC)
  return actor
}
