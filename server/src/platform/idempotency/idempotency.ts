import { createHash } from 'node:crypto'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'
import { type AnswerId, claimKey, storeAnswer } from './store.ts'

const KEY_PATTERN = /^[\x21-\x7e]{8,100}$/

export interface Outcome {
  status: number
  body: unknown
}

/** The Idempotency-Key header of a request, else undefined. Throws INVALID_REQUEST when it has no usable form. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && KEY_PATTERN.test(header)) return header
  throw new AppError('INVALID_REQUEST', { message: 'Idempotency-Key takes 8 to 100 visible characters' })
}

/**
 * Answers a repeated request as it was answered the first time. The same key with another request is refused. The
 * answer is stored after the work has committed, so a crash between the two makes a retry run the work again: what
 * moves value must therefore also be unique by a key of its own, which the ledger demands.
 */
export async function answerOnce(
  ctx: Context,
  id: AnswerId,
  request: unknown,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify(request) ?? '')
    .digest('hex')
  const known = await claimKey(ctx.db, id, {
    requestHash,
    now: ctx.clock.sqlNow(),
    lifeMs: ctx.limits.idempotencyMs,
  })
  if (known.requestHash !== requestHash) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  if (known.status !== null) return { status: known.status, body: known.body }
  const outcome = await run()
  // 202 says that it is not decided yet: asked again, there may be more to say.
  if (outcome.status < 500 && outcome.status !== 202) await storeAnswer(ctx.db, id, outcome)
  return outcome
}
