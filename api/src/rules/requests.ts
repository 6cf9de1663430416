/** This file imports nothing, so any page can use it. */
export const REQUEST_RULES = {
  /** Retention of the response to an Idempotency-Key. */
  idempotencyDays: 30,
  idempotencyKept: { answers: 1_000, bytes: 1_000_000 },
} as const
