import { keepTokens, type XClient, XFailure, type XPerson, type XTokens } from '#features/x'
import type { Context } from '#platform/context'
import { tokenHash } from '#platform/session/token-hash'
import { openSession } from '../open-session.ts'
import type { BackOff } from './back-off.ts'
import { confirmWithX } from './confirm-with-x.ts'
import { linkX, userOfX } from './enter-with-x.ts'
import { takeXFlow, type XFlow } from './flow-store.ts'
import type { XCallback, XFinish } from './x-trip.ts'

/** Signs in, links or confirms. Always consumes the flow; nothing else changes unless everything is valid. */
export async function finishXFlow(
  ctx: Context,
  { client, backOff }: { client: XClient; backOff: BackOff },
  callback: XCallback,
): Promise<XFinish> {
  const { query, browserHash, userId } = callback
  const state = query.get('state') ?? ''
  const flow = await takeXFlow(ctx.db, { stateHash: tokenHash(state), browserHash, now: ctx.clock.sqlNow() })
  if (typeof flow === 'string') return { outcome: flow, next: null }
  // The signed-in user changed meanwhile, perhaps in another tab: the X account must not be linked to the wrong one.
  if (flow.userId !== (userId ?? null)) return { outcome: 'switched', next: flow.next }
  const known = await askX(ctx, { client, backOff, flow, state, query })
  if (typeof known === 'string') return { outcome: known, next: flow.next }
  if (flow.purpose !== 'enter' && flow.userId !== null) {
    return confirmWithX(ctx, { flow: { ...flow, userId: flow.userId }, callback, person: known.person })
  }
  return enter(ctx, { flow, callback, ...known })
}

async function enter(
  ctx: Context,
  { flow, callback, person, tokens }: { flow: XFlow; callback: XCallback; person: XPerson; tokens: XTokens },
): Promise<XFinish> {
  const { userAgent, previousToken, signedInAt } = callback
  const { next } = flow
  const { imageUrl } = person
  if (flow.userId !== null) {
    const outcome = await link(ctx, { userId: flow.userId, signedInAt }, person, tokens)
    if (outcome !== 'linked' && outcome !== 'refreshed') return { outcome, next }
    const newcomer = { userId: flow.userId, imageUrl }
    if (outcome === 'refreshed') return { outcome: 'linked', next, newcomer }
    ctx.live.changed(`user:${flow.userId}`)
    return { outcome, next, newcomer, did: { kind: 'x-linked', userId: flow.userId } }
  }
  const { endedUserId, userId, isNew, ...pass } = await ctx.db.tx(async (tx) => {
    const entered = await userOfX(ctx, tx, person, flow.timeZone)
    await keepTokens(ctx, tx, entered.userId, tokens)
    const session = await openSession(ctx, tx, { userId: entered.userId, userAgent, previousToken })
    return { ...session, ...entered }
  })
  if (endedUserId !== undefined) ctx.live.changed(`sessions:${endedUserId}`)
  const did = { kind: 'sign-in', userId } as const
  return { outcome: null, next, pass, did, ...(isNew ? { newcomer: { userId, imageUrl } } : {}) }
}

const link = (ctx: Context, who: { userId: string; signedInAt: Date | undefined }, person: XPerson, tokens: XTokens) =>
  ctx.db.tx(async (tx) => {
    const outcome = await linkX(ctx, tx, person, who)
    if (outcome === 'linked' || outcome === 'refreshed') await keepTokens(ctx, tx, who.userId, tokens)
    return outcome
  })

interface Question {
  client: XClient
  backOff: BackOff
  flow: XFlow
  state: string
  query: URLSearchParams
}

async function askX(
  ctx: Context,
  { client, backOff, flow, state, query }: Question,
): Promise<{ person: XPerson; tokens: XTokens } | 'denied' | 'code' | 'token' | 'down' | 'limited' | 'profile'> {
  let tokens: XTokens | 'denied'
  try {
    tokens = await client.exchange(query, state, flow.codeVerifier)
  } catch (error) {
    if (!(error instanceof XFailure)) throw error
    if (error.kind === 'refused') return 'code'
    if (error.kind === 'limited') return 'limited'
    // Only an outage concerns everyone. All other failures may be caused by one person, and end this sign-in only.
    if (error.kind === 'down') backOff.failed(ctx.clock.elapsedMs())
    return 'down'
  }
  if (tokens === 'denied') return 'denied'
  backOff.answered()
  try {
    return { person: await client.person(tokens.accessToken), tokens }
  } catch (error) {
    if (!(error instanceof XFailure)) throw error
    return PROFILE_OUTCOMES[error.kind]
  }
}

const PROFILE_OUTCOMES = { refused: 'token', limited: 'limited', unreadable: 'profile', down: 'down' } as const
