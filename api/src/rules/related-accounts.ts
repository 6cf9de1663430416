/** Retention of the address and device of each sign-in. This file imports nothing, so any page can use it. */
export const TRACE_RULES = { addressDays: 90, deviceDays: 400 } as const
