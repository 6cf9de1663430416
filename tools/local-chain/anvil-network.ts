import type { ChildProcess } from 'node:child_process'
import { auraVouchAbi, steezeStackAbi } from '@aura/contracts/abi'
import { mockUsdcAbi } from '@aura/contracts/bytecode'
import {
  type Address,
  concatHex,
  encodeFunctionData,
  type Hex,
  maxUint256,
  numberToHex,
  padHex,
  toEventSelector,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { ChainSettings } from '../../server/src/platform/chain/chain.ts'
import { rpcChain } from '../../server/src/platform/chain/rpc-chain.ts'
import type { ChainStage } from '../../tests/server/chain/chain-stage.ts'
import { TestClock } from '../../tests/server/fakes.ts'
import { testApp } from '../../tests/server/test-app.ts'
import { randomFreePort } from '../processes/free-port.ts'
import { startAnvil } from './anvil.ts'
import { deployContracts, LOCAL_CONTRACTS, START_BLOCK } from './deploy.ts'
import { faultyNode } from './faulty-node.ts'
import { LOCAL_SIGNER_KEY } from './published-keys.ts'
import { rpc } from './rpc.ts'

const CHAIN_ID = 31_337
const { usdc, vouch, steeze } = LOCAL_CONTRACTS
const GAS = 400_000n
const FEE_WEI = 10_000_000_000n
const PURSE_WEI = 10n ** 18n

/** A contract that emits its calldata as an event: two topics and two words. */
const ECHO: Address = '0xdddddddddddddddddddddddddddddddddddddddd'
const ECHO_CODE = '0x365f5f376020515f5160406040a200'

/** anvil with the contracts, for tests. Blocks are mined on request, and each stage starts from the same state. */
export class AnvilNetwork {
  readonly #child: ChildProcess
  readonly url: string
  /** Raw transactions, to resend after a reorganisation. */
  readonly #sent = new Map<string, Hex>()
  #reorganised = 0

  private constructor(child: ChildProcess, url: string) {
    this.#child = child
    this.url = url
  }

  static async start(): Promise<AnvilNetwork> {
    const port = await randomFreePort()
    const { child, ready } = startAnvil({ port, chainId: CHAIN_ID, stateFile: null })
    const network = new AnvilNetwork(child, `http://127.0.0.1:${port}`)
    await ready
    await deployContracts(network.url)
    await network.rpc('anvil_setCode', [ECHO, ECHO_CODE])
    await network.rpc('evm_setAutomine', [false])
    return network
  }

  stop(): void {
    this.#child.kill('SIGKILL')
  }

  rpc<Result>(method: string, params: unknown[] = []): Promise<Result> {
    return rpc<Result>(this.url, method, params)
  }

  get settings(): ChainSettings {
    const contracts = { usdc: usdc.toLowerCase(), vouch: vouch.toLowerCase(), steeze: steeze.toLowerCase() }
    return { kind: 'local', confirmationSeconds: 0, contracts, startBlock: START_BLOCK, rpcUrls: [this.url] }
  }

  /** Mints test USDC and approves the contracts to spend it. */
  async mint(wallet: PrivateKeyAccount, micros: number): Promise<void> {
    await this.rpc('anvil_setBalance', [wallet.address, numberToHex(PURSE_WEI)])
    const calls = [
      encodeFunctionData({ abi: mockUsdcAbi, functionName: 'mint', args: [wallet.address, BigInt(micros)] }),
      ...[steeze, vouch].map((spender) =>
        encodeFunctionData({ abi: mockUsdcAbi, functionName: 'approve', args: [spender, maxUint256] }),
      ),
    ]
    const nonce = Number(await this.rpc<Hex>('eth_getTransactionCount', [wallet.address, 'pending']))
    await Promise.all(calls.map((data, index) => this.send(wallet, usdc, data, nonce + index)))
    await this.mine()
  }

  async buy(wallet: PrivateKeyAccount, micros: number, { isPending = false } = {}): Promise<string> {
    const data = encodeFunctionData({ abi: steezeStackAbi, functionName: 'buySteeze', args: [BigInt(micros)] })
    const sent = this.send(wallet, steeze, data)
    return isPending ? sent : this.#mined(sent)
  }

  /** Signs and submits a transaction, which a later block includes. */
  async send(account: PrivateKeyAccount, to: Address, data: Hex, nonce?: number): Promise<string> {
    const next = nonce ?? Number(await this.rpc<Hex>('eth_getTransactionCount', [account.address, 'pending']))
    const raw = await account.signTransaction({
      ...{ type: 'legacy', chainId: CHAIN_ID, gas: GAS, gasPrice: FEE_WEI },
      ...{ nonce: next, to, data },
    })
    const hash = await this.rpc<string>('eth_sendRawTransaction', [raw])
    this.#sent.set(hash, raw)
    return hash
  }

  async #mined(sent: Promise<string>): Promise<string> {
    const hash = await sent
    await this.mine()
    return hash
  }

  async mine(blocks = 1, secondsApart = 0): Promise<void> {
    await this.rpc('evm_increaseTime', [secondsApart])
    await this.rpc('evm_mine')
    if (blocks > 1)
      await this.rpc(
        'anvil_mine',
        [blocks - 1, secondsApart].map((count) => numberToHex(count)),
      )
  }

  async reorg(depth: number, { drop = [], later = [] }: { drop?: string[]; later?: string[] } = {}): Promise<void> {
    const tip = Number(await this.rpc<Hex>('eth_blockNumber'))
    const again: [Hex, number][] = []
    for (let number = tip - depth + 1; number <= tip; number++) {
      const { transactions } = await this.rpc<{ transactions: string[] }>('eth_getBlockByNumber', [
        numberToHex(number),
        false,
      ])
      for (const hash of transactions) {
        const raw = this.#sent.get(hash)
        if (raw && !drop.includes(hash)) again.push([raw, later.includes(hash) ? depth - 1 : 0])
      }
    }
    // A different coinbase, since otherwise the new blocks would equal the old ones.
    await this.rpc('anvil_setCoinbase', [padHex(numberToHex(++this.#reorganised), { size: 20 })])
    await this.rpc('anvil_reorg', [depth, again])
  }

  /** Starts a server on an empty database with the chain as after `start`. Only one stage at a time. */
  async stage(): Promise<ChainStage> {
    const snapshot = await this.rpc<Hex>('evm_snapshot')
    const node = faultyNode(rpcChain(this.settings))
    const clock = new TestClock((await node.latest()).time)
    const test = await testApp({ clock, signerKey: LOCAL_SIGNER_KEY })
    Object.assign(test.ctx, { chain: node })
    return {
      test,
      node,
      mint: (wallet, micros) => this.mint(wallet, micros),
      buy: (wallet, micros, options) => this.buy(wallet, micros, options),
      vouch: (wallet, target, micros, { isPending = false } = {}) => {
        const args = [target.address, BigInt(micros)] as const
        const data = encodeFunctionData({ abi: auraVouchAbi, functionName: 'vouch', args })
        const sent = this.send(wallet, vouch, data)
        return isPending ? sent : this.#mined(sent)
      },
      withdraw: (wallet, amount, terms) => {
        if (terms.signature === null) throw new Error('nothing was signed')
        const { limit, deadline, signature } = terms
        const args = [BigInt(amount), BigInt(limit), BigInt(deadline), signature as Hex] as const
        const data = encodeFunctionData({ abi: steezeStackAbi, functionName: 'withdrawSteeze', args })
        return this.#mined(this.send(wallet, steeze, data))
      },
      alien: (wallet, micros) => {
        const words = [BigInt(micros), BigInt(micros) / 100_000n].map((word) => numberToHex(word, { size: 32 }))
        const topic = toEventSelector('SteezePurchased(address,uint256,uint256)')
        return this.#mined(this.send(wallet, ECHO, concatHex([topic, padHex(wallet.address, { size: 32 }), ...words])))
      },
      mine: (blocks, secondsApart) => this.mine(blocks, secondsApart),
      reorg: (depth, options) => this.reorg(depth, options),
      close: async () => {
        try {
          await test.close()
        } finally {
          await this.rpc('evm_revert', [snapshot])
        }
      },
    }
  }
}
