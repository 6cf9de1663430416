import type { ErrorCode } from '@aura/api/errors'
import { blockRefusal } from '#features/follows'
import { areRelated } from '#features/related-accounts'
import { findIneligible } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { acceptRefusal } from '../battle.rules.ts'
import { refusePairLimit } from '../creating/pair-limit.ts'
import { findPeople, lockContenders } from '../store.ts'

interface Meeting {
  /** Id of the battle, or of the one to be created. */
  id: string
  challengerId: string
  opponentId: string
  stake: number
}

/** Returns why the opponent may not accept, leaving aside what the two staked against each other lately. */
export async function acceptanceRefusal(
  ctx: Context,
  db: Queryable,
  { challengerId, opponentId, stake }: Meeting,
  at: Date,
): Promise<ErrorCode | undefined> {
  const blocked = await blockRefusal(db, { userId: opponentId, otherId: challengerId }, 'BATTLE_CREATOR_UNAVAILABLE')
  if (blocked) return blocked
  if (await areRelated(db, challengerId, opponentId)) return 'BATTLE_WITH_RELATED'
  const ineligible = await findIneligible(ctx, db, [challengerId, opponentId])
  if (ineligible.has(opponentId)) return ineligible.get(opponentId)
  if (ineligible.has(challengerId)) return 'BATTLE_CREATOR_UNAVAILABLE'
  const people = await findPeople(db, [challengerId, opponentId], at)
  return acceptRefusal(
    { stake },
    {
      availableAp: people.get(opponentId)?.apAvailable ?? 0,
      ownOpenBattles: people.get(opponentId)?.openBattles ?? 0,
      challengersOpenBattles: people.get(challengerId)?.openBattles ?? 0,
    },
    ctx.limits.battlesOpen,
  )
}

/** Locks both contenders, so that no limit is exceeded. Throws `acceptanceRefusal`'s, and BATTLE_PAIR_LIMIT. */
export async function refuseAcceptance(ctx: Context, tx: Tx, meeting: Meeting, at: Date): Promise<void> {
  const pair = [meeting.challengerId, meeting.opponentId] as const
  await lockContenders(tx, pair)
  const refusal = await acceptanceRefusal(ctx, tx, meeting, at)
  if (refusal) throw new AppError(refusal)
  await refusePairLimit(ctx, tx, { pair, stake: meeting.stake, at, except: meeting.id })
}
