import type { ErrorCode } from '@aura/api/errors'

/** What a refused reply looks like, for `toMatchObject`. The status is spelt out: a test must not follow the product. */
export const refusal = (status: number, code: ErrorCode) => ({ status, body: { code } })
