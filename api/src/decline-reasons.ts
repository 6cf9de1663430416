/** Reasons for declining a challenge, by code. This file imports nothing. */
export const DECLINE_REASONS = {
  time: 'The time doesn’t suit me.',
  stake: 'The stake is too high for me.',
  length: 'I’d prefer another length.',
  later: 'Not now, maybe later.',
  no: 'I’d rather not battle.',
} as const

export type DeclineReason = keyof typeof DECLINE_REASONS
export const DECLINE_CODES = Object.keys(DECLINE_REASONS) as DeclineReason[]
