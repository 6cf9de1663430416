import type { ProviderOutcome } from '@aura/api/calls/providers'
import { ProviderFailure, type ProviderGrant, type ProviderPerson, type ProviderTokens } from '#features/providers'
import { keepTokens, X } from '#features/x'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { tokenHash } from '#platform/session/token-hash'
import { openSession } from '../open-session.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { type Entrant, link, userOf } from './enter.ts'
import { type Flow, takeFlow } from './flow-store.ts'
import type { Callback, Finish, Way } from './trip.ts'

/** Signs in, links or confirms. Always consumes the flow; nothing else changes unless everything is valid. */
export async function finishFlow(ctx: Context, way: Way, callback: Callback): Promise<Finish> {
  const { query, browserHash, userId } = callback
  const state = query.get('state') ?? ''
  const provider = way.client.settings.key
  const flow = await takeFlow(ctx.db, {
    stateHash: tokenHash(state),
    browserHash,
    provider,
    now: ctx.clock.sqlNow(),
  })
  if (typeof flow === 'string') return { outcome: flow, next: null }
  // The signed-in user changed meanwhile, perhaps in another tab: the account must not be linked to the wrong one.
  if (flow.userId !== (userId ?? null)) return { outcome: 'switched', next: flow.next }
  const known = await askProvider(ctx, way, { flow, state, query })
  if (typeof known === 'string') return { outcome: known, next: flow.next }
  const { person, tokens } = known
  if (flow.purpose !== 'enter' && flow.userId !== null) {
    return confirmIdentity(ctx, { flow, userId: flow.userId, callback, person })
  }
  return enter(ctx, { flow, callback, entrant: { provider, person }, tokens })
}

async function enter(
  ctx: Context,
  { flow, callback, entrant, tokens }: { flow: Flow; callback: Callback; entrant: Entrant; tokens: ProviderTokens },
): Promise<Finish> {
  const { userAgent, previousToken, signedInAt } = callback
  const { next } = flow
  const { imageUrl } = entrant.person
  // Only X posts in people's names. Other tokens are forgotten.
  const keep = (tx: Tx, userId: string) =>
    entrant.provider === X ? keepTokens(ctx, tx, userId, tokens) : Promise.resolve()
  const { userId: linkingId } = flow
  if (linkingId !== null) {
    const outcome = await ctx.db.tx(async (tx) => {
      const linked = await link(ctx, tx, entrant, { userId: linkingId, signedInAt })
      if (linked === 'linked' || linked === 'refreshed') await keep(tx, linkingId)
      return linked
    })
    if (outcome !== 'linked' && outcome !== 'refreshed') return { outcome, next }
    const newcomer = { userId: linkingId, imageUrl }
    if (outcome === 'refreshed') return { outcome: 'linked', next, newcomer }
    ctx.live.changed(`user:${linkingId}`)
    return { outcome, next, newcomer, did: { kind: 'provider-linked', userId: linkingId } }
  }
  const { endedUserId, userId, isNew, ...pass } = await ctx.db.tx(async (tx) => {
    const entered = await userOf(ctx, tx, entrant, flow.timeZone)
    await keep(tx, entered.userId)
    const session = await openSession(ctx, tx, { userId: entered.userId, userAgent, previousToken })
    return { ...session, ...entered }
  })
  if (endedUserId !== undefined) ctx.live.changed(`sessions:${endedUserId}`)
  const did = { kind: 'sign-in', userId } as const
  return { outcome: null, next, pass, did, ...(isNew ? { newcomer: { userId, imageUrl } } : {}) }
}

async function askProvider(
  ctx: Context,
  { client, backOff }: Way,
  { flow, state, query }: { flow: Flow; state: string; query: URLSearchParams },
): Promise<{ person: ProviderPerson; tokens: ProviderTokens } | ProviderOutcome> {
  let grant: ProviderGrant | 'denied'
  try {
    grant = await client.exchange(query, { state, codeVerifier: flow.codeVerifier })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (error.kind === 'refused') return 'code'
    if (error.kind === 'limited') return 'limited'
    // Only an outage concerns everyone. All other failures may be caused by one person, and end this sign-in only.
    if (error.kind === 'down') backOff.failed(ctx.clock.elapsedMs())
    return error.kind === 'down' || flow.provider === X ? 'down' : 'profile'
  }
  if (grant === 'denied') return 'denied'
  backOff.answered()
  try {
    return { person: await client.person(grant), tokens: grant.tokens }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return PROFILE_OUTCOMES[error.kind]
  }
}

const PROFILE_OUTCOMES = { refused: 'token', limited: 'limited', unreadable: 'profile', down: 'down' } as const
