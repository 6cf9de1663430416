/** This file imports nothing, so any page can use it. */
export const REQUEST_RULES = {
  /** How long the response to an Idempotency-Key is kept. */
  idempotencyDays: 30,
} as const
