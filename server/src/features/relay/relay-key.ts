import type { Hex, PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Fees } from './relay.rules.ts'

/** What a transaction of an empty call takes. */
const EMPTY_GAS = 21_000n

/** The key that pays the gas. It signs calls without value and empty transactions to itself, so it can lose only gas. */
export class RelayKey {
  readonly #account: PrivateKeyAccount
  readonly #wakers = new Set<() => void>()

  constructor(key: Hex) {
    this.#account = privateKeyToAccount(key)
  }

  get address(): string {
    return this.#account.address.toLowerCase()
  }

  /** Signs a call, or an empty transaction. */
  sign(
    call: { target: string; data: string; gas: number } | 'empty',
    { chainId, nonce, fees }: { chainId: number; nonce: number; fees: Fees },
  ): Promise<Hex> {
    const sent =
      call === 'empty'
        ? { to: this.#account.address, gas: EMPTY_GAS }
        : { to: call.target as Hex, data: call.data as Hex, gas: BigInt(call.gas) }
    return this.#account.signTransaction({ type: 'eip1559', chainId, nonce, ...fees, ...sent })
  }

  /** Calls `wake` whenever this server has taken on a payment. Returns a function that stops it. */
  onPayment(wake: () => void): () => void {
    this.#wakers.add(wake)
    return () => this.#wakers.delete(wake)
  }

  paymentTaken(): void {
    for (const wake of this.#wakers) wake()
  }
}

export const senderIdOf = (chainId: number, { address }: Pick<RelayKey, 'address'>): string => `${chainId}/${address}`
