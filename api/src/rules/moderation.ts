/** Limits of reports and proposals. This file imports nothing, so any page can use it. */
export const MODERATION_RULES = {
  textLength: 500,
  /** Hours another admin has to confirm a proposal. */
  proposalHours: 24,
  /** Most open reports by one person. */
  open: 20,
} as const
