/** What a wallet is asked to do for us over WalletConnect. Reading the chain is not among it: the server does that. */
export const METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
] as const

/** What it is asked to tell by itself. */
export const EVENTS = ['accountsChanged', 'chainChanged'] as const
