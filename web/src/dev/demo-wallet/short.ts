/** An address as the wallet's windows show it. */
export const short = (address: string): string => `${address.slice(0, 6)}...${address.slice(-4)}`
