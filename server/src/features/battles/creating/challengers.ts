import type { ChallengeTerms } from '@aura/api/calls/battles/challenges'
import type { ErrorCode } from '@aura/api/errors'
import { blockRefusal } from '#features/follows'
import { personExists } from '#features/profile'
import { areRelated } from '#features/related-accounts'
import { findIneligible } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { findChallengers } from './challengers-store.ts'
import { pairApLeft } from './pair-limit.ts'

interface Pair {
  challengerId: string
  opponentId: string
}

/** Returns why one may not challenge the other in any battle: a block, a relation, or the other's choice of challengers. */
export async function pairRefusal(
  db: Queryable,
  features: readonly Feature[],
  { challengerId, opponentId }: Pair,
): Promise<ErrorCode | undefined> {
  const blocked = await blockRefusal(db, { userId: challengerId, otherId: opponentId }, 'BATTLE_CREATOR_UNAVAILABLE')
  if (blocked) return blocked
  if (await areRelated(db, challengerId, opponentId)) return 'BATTLE_WITH_RELATED'
  const challengers = await findChallengers(db, opponentId)
  if (challengers === 'nobody') return 'BATTLE_CHALLENGES_OFF'
  if (challengers === 'everybody') return undefined
  const pair = { userId: opponentId, otherId: challengerId }
  for (const { isAcquainted } of features) if (await isAcquainted?.(db, pair)) return undefined
  return 'BATTLE_CHALLENGERS_KNOWN'
}

/** Returns the terms that a challenge would meet. Throws USER_NOT_FOUND. */
export async function readChallengeTerms(
  ctx: Context,
  features: readonly Feature[],
  { challengerId, opponentId }: Pair,
): Promise<ChallengeTerms> {
  if (!(await personExists(ctx.db, opponentId))) throw new AppError('USER_NOT_FOUND')
  const at = await databaseTime(ctx.db, ctx.clock)
  const ineligible = await findIneligible(ctx, ctx.db, [challengerId, opponentId])
  const { ap, ms } = ctx.limits.pairAp
  const refusal =
    challengerId === opponentId
      ? 'BATTLE_SELF_CHALLENGE'
      : (ineligible.get(challengerId) ??
        (ineligible.has(opponentId) ? 'BATTLE_CREATOR_UNAVAILABLE' : undefined) ??
        (await pairRefusal(ctx.db, features, { challengerId, opponentId })) ??
        null)
  return {
    refusal,
    apLeft: await pairApLeft(ctx, ctx.db, { pair: [challengerId, opponentId], at }),
    apLimit: ap,
    days: ms / 86_400_000,
  }
}
