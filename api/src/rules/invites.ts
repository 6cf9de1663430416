/** This file imports nothing, so any page can use it. */
export const INVITE_RULES = {
  /** Days an invite can be used. */
  days: 14,
  /** Links a person can make in 24 hours, withdrawn ones included. */
  perDay: 20,
  /** Most invites an admin can give a person beyond those that all members have. */
  extraMax: 100,
  listed: 50,
} as const
