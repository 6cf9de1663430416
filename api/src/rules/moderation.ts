/** Limits of reports and proposals. This file imports nothing, so any page can use it. */
export const MODERATION_RULES = {
  textLength: 500,
  /** Another admin confirms within so long what an admin proposed. */
  proposalHours: 24,
  /** Reports of one person that may wait for an admin. */
  open: 20,
} as const
