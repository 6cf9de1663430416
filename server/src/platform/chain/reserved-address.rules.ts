/** Lowest address above the precompiled contracts of all supported networks. */
const FIRST_ORDINARY = 0x1_0000n

/**
 * Returns whether an address has no owner: the zero address (`ecrecover` of an invalid signature) and precompiles
 * (respond to any call).
 */
export const isReservedAddress = (address: string): boolean => BigInt(address) < FIRST_ORDINARY
