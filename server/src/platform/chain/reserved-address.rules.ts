/** The precompiled contracts of every supported network are below this. */
const FIRST_ORDINARY = 0x1_0000n

/**
 * Returns whether an address can't have an owner: the zero address, which `ecrecover` returns for an invalid signature,
 * or a precompiled contract, which responds to any call.
 */
export const isReservedAddress = (address: string): boolean => BigInt(address) < FIRST_ORDINARY
