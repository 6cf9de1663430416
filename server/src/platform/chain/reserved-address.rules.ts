/** The precompiled contracts of every supported network are below this. */
const FIRST_ORDINARY = 0x1_0000n

/** The zero address (`ecrecover` of an invalid signature) and precompiles (respond to any call) have no owner. */
export const isReservedAddress = (address: string): boolean => BigInt(address) < FIRST_ORDINARY
