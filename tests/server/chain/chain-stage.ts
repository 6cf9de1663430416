import type { PrivateKeyAccount } from 'viem/accounts'
import type { Chain } from '../../../server/src/platform/chain/chain.ts'
import { type Actor, newcomer } from '../actors/actors.ts'
import { type TestApp, testApp } from '../test-app.ts'
import { USDC } from './chain.ts'
import type { WithdrawalTerms } from './fake-chain.ts'
import type { Lies } from './lies.ts'

type Wallet = Pick<PrivateKeyAccount, 'address'>

export interface TestNode extends Chain {
  confirmationSeconds: number
  isReachable: boolean
  lag: number
  repeats: boolean
  /** Transactions whose logs are omitted from scans of many blocks. */
  leftOut: Set<string>
  readonly lies: Lies
  honestOthers: number
  finality: number
  scans: string[]
}

interface SendOptions {
  isPending?: boolean
}

/** A server with a controllable chain; methods return transaction hashes. */
export interface ChainStage {
  test: TestApp
  node: TestNode
  /** Mints micro-USDC and approves the contracts to spend it. */
  mint(wallet: PrivateKeyAccount, micros: number): Promise<void>
  buy(wallet: PrivateKeyAccount, micros: number, options?: SendOptions): Promise<string>
  vouch(wallet: PrivateKeyAccount, target: Wallet, micros: number, options?: SendOptions): Promise<string>
  withdraw(wallet: PrivateKeyAccount, amount: number, terms: WithdrawalTerms): Promise<string>
  /** Sends another contract's transaction with a log like a purchase. */
  alien(wallet: PrivateKeyAccount, micros: number): Promise<string>
  /** Mines pending transactions, then up to `blocks` blocks, each at least `secondsApart` after the one before. */
  mine(blocks?: number, secondsApart?: number): Promise<void>
  /**
   * Replaces the last blocks. The first contains their transactions, the last the `later` ones, none the dropped ones.
   */
  reorg(depth: number, options?: { drop?: string[]; later?: string[] }): Promise<void>
  close(): Promise<void>
}

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
    mine: async (blocks, secondsApart) => void chain.mine(blocks, secondsApart),
    reorg: async (depth, options) => chain.reorg(depth, options),
    close: () => test.close(),
  }
}

export async function richNewcomer({ test, mint }: ChainStage, usdc = 1_000): Promise<Actor> {
  const actor = await newcomer(test)
  await mint(actor.wallet, usdc * USDC)
  return actor
}
