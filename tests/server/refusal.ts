import type { ErrorCode } from '@aura/api/errors'

/** For `toMatchObject`. The status is spelt out, so that a test doesn't follow the product. */
export const refusal = (status: number, code: ErrorCode) => ({ status, body: { code } })
