/**
 * Methods requested from WalletConnect wallets. Chain reads are missing because the server does them
 * (`chain-reads.ts`).
 */
export const METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
] as const

export const EVENTS = ['accountsChanged', 'chainChanged'] as const
