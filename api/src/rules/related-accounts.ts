/** Retention of the address and device of each session's days. This file imports nothing, so any page can use it. */
export const TRACE_RULES = { addressDays: 90, deviceDays: 400 } as const

export const RELATION_RULES = { appealLength: 500 } as const
