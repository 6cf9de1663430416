/** How long each sign-in keeps the address and the device it came from. This file imports nothing, so any page can use it. */
export const TRACE_RULES = {
  addressDays: 90,
  deviceDays: 400,
} as const
