/** Lowest address above the precompiled contracts of all supported networks. */
const FIRST_ORDINARY = 0x1_0000n

/** Returns whether an address has no owner: zero, which invalid signatures recover to, or a precompile. */
export const isReservedAddress = (address: string): boolean => BigInt(address) < FIRST_ORDINARY
