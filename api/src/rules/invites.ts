/** This file imports nothing, so any page can use it. */
export const INVITE_RULES = {
  /** An invite can be used for so many days. */
  days: 14,
  /** Links one person can make in 24 hours, withdrawn ones included. */
  perDay: 20,
  /** Invites that an admin can give a person beyond those that everyone has. */
  extraMax: 100,
  /** Links and people that one list shows. */
  listed: 50,
} as const
