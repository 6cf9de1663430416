/** Methods requested from WalletConnect wallets, without reads, which the server does (`chain-reads.ts`). */
export const METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
] as const

export const EVENTS = ['accountsChanged', 'chainChanged'] as const
