import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { utcTime } from '#platform/utc-text'
import type { SigningRefusal, WithdrawalSigner } from '../signer/withdrawal-signer.ts'
import type { Redemption } from './redemption-store.ts'

/** Returns the signer. Throws REDEEM_UNAVAILABLE if this server has none. */
export function signerOf(ctx: Context): WithdrawalSigner {
  if (!ctx.signer) throw unavailable(ctx.clock.now(), 'no-key')
  return ctx.signer
}

/** Returns the deadline in seconds, as in the contract. */
export const deadlineOf = ({ deadline }: Pick<Redemption, 'deadline'>): number => Math.floor(deadline.getTime() / 1_000)

/** Throws REDEEM_UNAVAILABLE or CHAIN_UNAVAILABLE if the signer would refuse this amount. Call it before holding. */
export async function refuseUnlessSignable(ctx: Context, wallet: string, amount: number): Promise<void> {
  const { refused } = await signerOf(ctx).check(wallet, amount)
  if (refused) throw refusalOf(ctx, refused)
}

/** Signs the limit until its deadline, repeatably. Throws the errors of `refuseUnlessSignable`. */
export async function signWithdrawal(ctx: Context, redemption: Redemption): Promise<`0x${string}`> {
  const { chainId, contract, wallet, limit } = redemption
  const outcome = await signerOf(ctx).sign({ chainId, contract, wallet, limit, deadline: deadlineOf(redemption) })
  if ('refused' in outcome) throw refusalOf(ctx, outcome.refused)
  return outcome.signature
}

function refusalOf(ctx: Context, refused: SigningRefusal): AppError {
  const now = ctx.clock.now()
  if (refused === 'network-away') return new AppError('CHAIN_UNAVAILABLE')
  if (refused === 'daily-cap') return pastDailyCap(now)
  if (refused === 'signer-away' || refused === 'unconfirmed') {
    return unavailable(now, refused, `Redeeming is not available as of ${utcTime(now)}. Try again in a minute.`)
  }
  return unavailable(now, 'signer-refused', `This redemption was refused at ${utcTime(now)}.`)
}

const DAY_MS = 86_400_000

export function pastDailyCap(now: Date): AppError {
  const until = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)
  return unavailable(now, 'daily-cap', 'This would exceed today’s limit. It resets at 00:00 UTC.', until)
}

export const unavailable = (at: Date, reason: string, message?: string, until?: Date): AppError =>
  new AppError('REDEEM_UNAVAILABLE', {
    ...(message === undefined ? {} : { message }),
    data: { reason, at: at.toISOString(), ...(until ? { until: until.toISOString() } : {}) },
  })
