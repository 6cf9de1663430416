import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/db.ts'
import { type AnswerId, claimKey, deleteSurplusAnswers, releaseKey, storeAnswer, updateReachedOut } from './store.ts'

const KEY_PATTERN = /^[\x21-\x7e]{8,100}$/

export interface Outcome {
  status: number
  body: unknown
}

/** Returns the key of a request, if it has one. Throws INVALID_REQUEST if it is malformed. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && KEY_PATTERN.test(header)) return header
  throw new AppError('INVALID_REQUEST', { message: 'Idempotency-Key takes 8 to 100 visible characters' })
}

/** Records that a call may have had an outside effect. */
export interface Outside {
  /** Must be called right before the outside effect: the request then never runs again, unless stored or `undone`. */
  begins(): Promise<void>
  /** Must be called when the other side confirmed that nothing was done. */
  undone(): Promise<void>
}

export const unnoted: Outside = { begins: async () => {}, undone: async () => {} }

/** Interval of polls while another request runs; doubles up to the maximum. */
const FIRST_LOOK_MS = 20
const LAST_LOOK_MS = 500

/**
 * Runs a request once per key and repeats the first response. The key is claimed first: one of several concurrent
 * requests runs, and the others wait or throw REQUEST_RUNNING after `limits.idempotencyWaitMs`. Throws
 * IDEMPOTENCY_KEY_REUSED for the same key with another request. The response is stored after the work commits. After a
 * crash in between, the work runs again once `limits.idempotencyRunMs` have passed, so transfers also need a unique key
 * of their own, which the ledger demands. A request with an outside effect (see `Outside`) never runs again:
 * REQUEST_OUTCOME_UNKNOWN.
 */
export async function answerOnce(
  ctx: Context,
  id: AnswerId,
  request: unknown,
  run: (outside: Outside) => Promise<Outcome>,
): Promise<Outcome> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify(request) ?? '')
    .digest('hex')
  const attempt = randomUUID()
  await releaseRemembered(ctx.db, id)
  const known = await claimOrWait(ctx, id, { requestHash, attempt }).catch((error: unknown) => {
    // The key may have been claimed although the response was lost.
    if (!(error instanceof AppError)) remember(id, attempt)
    throw error
  })
  if (known) return known
  const outside: Outside = {
    async begins() {
      // Another attempt has taken over.
      if (!(await updateReachedOut(ctx.db, id, { attempt, hasReachedOut: true }))) throw new AppError('REQUEST_RUNNING')
    },
    undone: async () => void (await updateReachedOut(ctx.db, id, { attempt, hasReachedOut: false })),
  }
  try {
    const outcome = await run(outside)
    // 202 means undecided, so a later request may get a different response.
    if (outcome.status < 500 && outcome.status !== 202) await storeAnswer(ctx.db, id, attempt, outcome)
    else await releaseKey(ctx.db, id, attempt)
    return outcome
  } catch (error) {
    await releaseOrRemember(ctx.db, id, attempt)
    throw error
  }
}

/** Failed attempts this process could not release because the database was down. The oldest are dropped first. */
const unreleased = new Map<string, string>()
const MAX_UNRELEASED = 10_000
const nameOf = ({ userId, call, key }: AnswerId) => `${userId} ${call} ${key}`

/** Releases the key. If that fails, a retry at this server does it; elsewhere the attempt has to expire. */
async function releaseOrRemember(db: Queryable, id: AnswerId, attempt: string): Promise<void> {
  try {
    await releaseKey(db, id, attempt)
  } catch {
    remember(id, attempt)
  }
}

function remember(id: AnswerId, attempt: string): void {
  unreleased.set(nameOf(id), attempt)
  if (unreleased.size > MAX_UNRELEASED) unreleased.delete(unreleased.keys().next().value as string)
}

async function releaseRemembered(db: Queryable, id: AnswerId): Promise<void> {
  const attempt = unreleased.get(nameOf(id))
  if (attempt === undefined) return
  await releaseKey(db, id, attempt)
  unreleased.delete(nameOf(id))
}

/** Requests with a key since this process last looked for surplus responses, by user. The oldest are dropped first. */
const unbounded = new Map<string, number>()
const MAX_UNBOUNDED = 10_000
const REQUESTS_PER_LOOK = 100

/**
 * Counts a request with a key. Every hundredth of a user drops their oldest responses beyond `limits.idempotencyKept`,
 * as their age would later: transfers keep their own keys, so a later retry moves nothing twice.
 */
export async function countKeyedRequest({ db, limits }: Context, userId: string): Promise<void> {
  const requests = (unbounded.get(userId) ?? 0) + 1
  unbounded.delete(userId)
  if (requests >= REQUESTS_PER_LOOK) return deleteSurplusAnswers(db, userId, limits.idempotencyKept)
  unbounded.set(userId, requests)
  if (unbounded.size > MAX_UNBOUNDED) unbounded.delete(unbounded.keys().next().value as string)
}

/** Claims the key, or waits. Returns another attempt's response, or undefined if this attempt should run. */
async function claimOrWait(
  ctx: Context,
  id: AnswerId,
  { requestHash, attempt }: { requestHash: string; attempt: string },
): Promise<Outcome | undefined> {
  const { idempotencyMs: lifeMs, idempotencyRunMs: runMs, idempotencyWaitMs } = ctx.limits
  let waitedMs = 0
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(2 * lookMs, LAST_LOOK_MS)) {
    const known = await claimKey(ctx.db, id, { requestHash, attempt, now: ctx.clock.sqlNow(), lifeMs, runMs })
    if (!known) return undefined
    if (known.requestHash !== requestHash) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    if (known.status !== null) return { status: known.status, body: known.body }
    if (known.hasReachedOut && !known.isRunning) throw new AppError('REQUEST_OUTCOME_UNKNOWN')
    if (waitedMs >= idempotencyWaitMs) throw new AppError('REQUEST_RUNNING')
    await setTimeout(lookMs)
    waitedMs += lookMs
  }
}
