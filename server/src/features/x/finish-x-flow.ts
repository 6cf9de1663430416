import type { XOutcome } from '@aura/api/x'
import type { Context } from '#platform/context'
import { rotateSession } from '#platform/session/session'
import type { BackOff } from './back-off.ts'
import { linkX, userOfX } from './enter-with-x.ts'
import { hashOf } from './flow-cookie.ts'
import { keepTokens } from './keep-tokens.ts'
import type { XPerson } from './person.rules.ts'
import { takeXFlow, type XFlow } from './store.ts'
import { type XClient, XFailure, type XTokens } from './x-client.ts'

export interface XCallback {
  /** What the browser came back with. */
  query: URLSearchParams
  browserHash: Uint8Array
  /** Who is signed in now. */
  userId: string | undefined
  userAgent: string
  previousToken: string | undefined
}

export interface XFinish {
  /** Null: signed in, and nothing else to say. */
  outcome: XOutcome | null
  next: string | null
  /** Of the new session, for who has just signed in. */
  token?: string
  /** Who has just come with this X account, and where X shows their image. */
  newcomer?: { userId: string; imageUrl: string | null }
}

/**
 * Ends a trip to X: signs in, or links, as it was begun. The flow is used up by the attempt, whatever comes of it;
 * nothing else changes unless everything holds.
 */
export async function finishXFlow(
  ctx: Context,
  { client, backOff }: { client: XClient; backOff: BackOff },
  callback: XCallback,
): Promise<XFinish> {
  const { query, browserHash, userId } = callback
  const state = query.get('state') ?? ''
  const flow = await takeXFlow(ctx.db, { stateHash: hashOf(state), browserHash, now: ctx.clock.sqlNow() })
  if (typeof flow === 'string') return { outcome: flow, next: null }
  // Somebody signed in, out or over meanwhile, here or in another tab: an X account must not end up with the wrong one.
  if (flow.userId !== (userId ?? null)) return { outcome: 'switched', next: flow.next }
  const known = await askX(ctx, { client, backOff, flow, state, query })
  if (typeof known === 'string') return { outcome: known, next: flow.next }
  return enter(ctx, { flow, callback, ...known })
}

async function enter(
  ctx: Context,
  { flow, callback, person, tokens }: { flow: XFlow; callback: XCallback; person: XPerson; tokens: XTokens },
): Promise<XFinish> {
  const { userAgent, previousToken } = callback
  const { next } = flow
  const { imageUrl } = person
  if (flow.userId !== null) {
    const outcome = await link(ctx, flow.userId, person, tokens)
    return { outcome, next, ...(outcome === 'linked' ? { newcomer: { userId: flow.userId, imageUrl } } : {}) }
  }
  const { token, endedUserId, userId, isNew } = await ctx.db.tx(async (tx) => {
    const entered = await userOfX(ctx, tx, person, flow.timeZone)
    await keepTokens(ctx, tx, entered.userId, tokens)
    const session = await rotateSession(ctx, tx, { userId: entered.userId, userAgent, previousToken })
    return { ...session, ...entered }
  })
  if (endedUserId !== undefined) ctx.live.changed(`sessions:${endedUserId}`)
  return { outcome: null, next, token, ...(isNew ? { newcomer: { userId, imageUrl } } : {}) }
}

const link = (ctx: Context, userId: string, person: XPerson, tokens: XTokens) =>
  ctx.db.tx(async (tx) => {
    const outcome = await linkX(ctx, tx, person, userId)
    if (outcome === 'linked') await keepTokens(ctx, tx, userId, tokens)
    return outcome
  })

interface Question {
  client: XClient
  backOff: BackOff
  flow: XFlow
  state: string
  query: URLSearchParams
}

/** Who it is by X's word, or why X gave none. */
async function askX(
  ctx: Context,
  { client, backOff, flow, state, query }: Question,
): Promise<{ person: XPerson; tokens: XTokens } | 'denied' | 'code' | 'token' | 'down'> {
  let refusal: 'code' | 'token' = 'code'
  try {
    const tokens = await client.exchange(query, state, flow.codeVerifier)
    if (tokens === 'denied') return 'denied'
    refusal = 'token'
    const person = await client.person(tokens.accessToken)
    backOff.answered()
    return { person, tokens }
  } catch (error) {
    if (!(error instanceof XFailure)) throw error
    if (error.kind === 'refused') return refusal
    backOff.failed(ctx.clock.now().getTime())
    return 'down'
  }
}
