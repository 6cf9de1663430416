import { formatWhole } from '@aura/api/money'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { sumPairAp } from '../store.ts'

interface PairStake {
  pair: readonly [string, string]
  at: Date
  /** A battle of theirs that is not counted. */
  except?: string
}

/** Returns the AP that battles of two people may still move, minus what the open ones may move. */
export async function pairApLeft(ctx: Context, db: Queryable, { pair, at, except }: PairStake): Promise<number> {
  const { ap, ms } = ctx.limits.pairAp
  const since = new Date(at.getTime() - ms)
  return Math.max(0, ap - (await sumPairAp(db, { pair, since, except: except ?? null })))
}

/** Throws BATTLE_PAIR_LIMIT, with the AP left. Call with both users locked. */
export async function refusePairLimit(
  ctx: Context,
  db: Queryable,
  { stake, ...asked }: PairStake & { stake: number },
): Promise<void> {
  const apLeft = await pairApLeft(ctx, db, asked)
  if (stake <= apLeft) return
  const days = ctx.limits.pairAp.ms / 86_400_000
  const rule = `Battles of the same two creators move at most ${formatWhole(ctx.limits.pairAp.ap)} AP in ${days} days`
  throw new AppError('BATTLE_PAIR_LIMIT', {
    message:
      apLeft === 0 ? `${rule}. You two have none left.` : `${rule}. You two have ${formatWhole(apLeft)} AP left.`,
    data: { apLeft },
  })
}
