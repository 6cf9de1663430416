/** Common networks from chainlist.org; others are shown by number. */
const NAMES: Record<number, string> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  137: 'Polygon',
  8453: 'Base Mainnet',
  42161: 'Arbitrum One',
  43114: 'Avalanche',
  84532: 'Base Sepolia',
  11155111: 'Sepolia',
}

export const networkName = (id: number): string => NAMES[id] ?? `Chain ${id}`
