import type { ErrorCode } from '@aura/api/errors'

/**
 * Returns a pattern for `toMatchObject`. The status is written out, so that a test doesn't copy the product's value.
 */
export const refusal = (status: number, code: ErrorCode) => ({ status, body: { code } })
