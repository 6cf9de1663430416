/** The network the product runs on, and what the server asks of it. */
export interface Chain {
  readonly kind: 'local' | 'base-sepolia' | 'base'
  readonly id: number
  readonly name: string
  readonly explorerUrl: string | null
  /**
   * Does a contract wallet at `address` accept this signature (ERC-1271, and ERC-6492 before it is deployed)?
   * Throws ChainUnreachable when the network does not answer: that is never the same as "no".
   */
  isContractSignature(input: { address: string; message: string; signature: string }): Promise<boolean>
}

export class ChainUnreachable extends Error {
  override name = 'ChainUnreachable'
}

/** Chain ids and explorers as published at docs.base.org; 31337 is the usual id of a development chain. */
const NETWORKS = {
  local: { id: 31_337, name: 'Aura Local', explorerUrl: null },
  'base-sepolia': { id: 84_532, name: 'Base Sepolia', explorerUrl: 'https://sepolia.basescan.org' },
  base: { id: 8_453, name: 'Base Mainnet', explorerUrl: 'https://basescan.org' },
} as const satisfies Record<Chain['kind'], Omit<Chain, 'kind' | 'isContractSignature'>>

/** A network nobody is connected to yet: plain accounts can prove themselves offline, contract wallets cannot. */
export function offlineChain(kind: Chain['kind']): Chain {
  return {
    kind,
    ...NETWORKS[kind],
    isContractSignature: () => Promise.reject(new ChainUnreachable(`no connection to ${NETWORKS[kind].name}`)),
  }
}
