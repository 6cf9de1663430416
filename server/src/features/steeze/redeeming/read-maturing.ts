import { formatWhole } from '@aura/api/money'
import { findMaturingGifts } from '#features/battles'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { utcMinute } from '#platform/utc-text'
import { type Maturing, maturingOf } from './maturing.rules.ts'

/** Returns what of `earned` can be redeemed now, and when the rest. Lock `earned` first if it decides. */
export async function readMaturing(
  { settings }: Pick<Context, 'settings'>,
  db: Queryable,
  { userId, earned, now }: { userId: string; earned: number; now: Date },
): Promise<Maturing> {
  const maturingMs = settings.redeemMaturingMs
  const gifts = maturingMs > 0 && earned > 0 ? await findMaturingGifts(db, { userId, now, maturingMs }) : []
  return maturingOf({ earned, now, maturingMs }, gifts)
}

/** Throws REDEEM_AMOUNT_INVALID above the earned amount, and REDEEM_MATURING, with the time, above the mature one. */
export function refuseMaturing({ redeemable, whenRedeemable }: Maturing, amount: number): void {
  if (amount <= redeemable) return
  const at = whenRedeemable(amount)
  if (!at) throw new AppError('REDEEM_AMOUNT_INVALID')
  throw new AppError('REDEEM_MATURING', {
    message: `You can redeem ${formatWhole(redeemable)} Steeze now. ${formatWhole(amount)} can be redeemed from ${utcMinute(at)}.`,
    data: { redeemable, at: at.toISOString() },
  })
}
