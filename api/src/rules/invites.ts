/** This file imports nothing, so any page can use it. */
export const INVITE_RULES = {
  /** Days an invite can be used. */
  days: 14,
  /** While the beta is closed: days on which a person must have learned before their first invite. */
  firstAfterDays: 7,
  /** Days from one invite to the next after that. */
  everyDays: 7,
  /** Most earned invites that wait for a person, open links included. */
  waiting: 5,
  /** Links a person can make in 24 hours, withdrawn ones included. */
  perDay: 20,
  /** Most invites an admin can give a person beyond those they earn. */
  extraMax: 100,
  listed: 50,
  /** Steps up the tree of inviters that an admin sees. */
  shownSteps: 3,
} as const
