/** A lower- or mixed-case hexadecimal address of 20 bytes. Says nothing about its checksum. */
export const WALLET_ADDRESS_PATTERN = /^0x[0-9a-fA-F]{40}$/

/** An address as people are shown it: the first 6 and the last 4 characters. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}...${address.slice(-4)}`

/** A transaction hash as people are shown it: the first 10 and the last 8 characters. */
export const shortHash = (hash: string): string => `${hash.slice(0, 10)}...${hash.slice(-8)}`

export const USERNAME_MIN_LENGTH = 3
export const USERNAME_MAX_LENGTH = 20
/** That many of a-z, 0-9 and underscore; compared without case. */
export const USERNAME_PATTERN = new RegExp(`^[a-z0-9_]{${USERNAME_MIN_LENGTH},${USERNAME_MAX_LENGTH}}$`)
