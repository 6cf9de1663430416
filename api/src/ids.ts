/** A hexadecimal address of 20 bytes in any case; the checksum is not verified. */
export const WALLET_ADDRESS_PATTERN = /^0x[0-9a-fA-F]{40}$/

export const shortAddress = (address: string): string => `${address.slice(0, 6)}...${address.slice(-4)}`

export const shortHash = (hash: string): string => `${hash.slice(0, 10)}...${hash.slice(-8)}`

export const USERNAME_MIN_LENGTH = 3
export const USERNAME_MAX_LENGTH = 20
/** Names are compared without regard to case. */
export const USERNAME_PATTERN = new RegExp(`^[a-z0-9_]{${USERNAME_MIN_LENGTH},${USERNAME_MAX_LENGTH}}$`)
