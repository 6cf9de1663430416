/** The precompiled contracts of every network we know lie below. */
const FIRST_ORDINARY = 0x1_0000n

/**
 * Returns whether an address belongs to nobody: the zero address, which is also what `ecrecover` makes of a signature it
 * can't read, and those of precompiled contracts, which answer whatever they are asked.
 */
export const isReservedAddress = (address: string): boolean => BigInt(address) < FIRST_ORDINARY
