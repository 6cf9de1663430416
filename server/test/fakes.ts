import { type Chain, ChainUnreachable } from '../src/platform/chain.ts'
import type { Clock } from '../src/platform/clock.ts'

/** A clock that stands still until it is moved. */
export class TestClock implements Clock {
  #at: Date
  constructor(start: string | Date = '2026-03-02T12:00:00Z') {
    this.#at = new Date(start)
  }
  now = (): Date => new Date(this.#at)
  sqlNow = (): Date => new Date(this.#at)
  set(moment: string | Date): void {
    this.#at = new Date(moment)
  }
  advance({ days = 0, hours = 0, minutes = 0, ms = 0 }): void {
    this.#at = new Date(this.#at.getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000 + ms)
  }
}

/** A network that answers as it is told. */
export class FakeChain implements Chain {
  kind: Chain['kind'] = 'local'
  id = 31_337
  name = 'Aura Local'
  explorerUrl: string | null = null
  isReachable = true
  /** Contract wallets that accept every signature. */
  readonly contractWallets = new Set<string>()

  async isContractSignature({ address }: { address: string }): Promise<boolean> {
    if (!this.isReachable) throw new ChainUnreachable('the network is down')
    return this.contractWallets.has(address.toLowerCase())
  }
}
