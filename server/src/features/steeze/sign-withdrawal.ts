import { getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Redemption } from './redemption-store.ts'

/** The address whose signatures this server makes. Throws REDEEM_UNAVAILABLE where it has no key. */
export function signerOf(ctx: Context) {
  if (ctx.settings.steezeSignerKey === null) {
    throw new AppError('REDEEM_UNAVAILABLE', { data: { reason: 'no-key', at: ctx.clock.now().toISOString() } })
  }
  return privateKeyToAccount(ctx.settings.steezeSignerKey)
}

/** Seconds, as the contract counts. */
export const deadlineOf = ({ deadline }: Pick<Redemption, 'deadline'>): number => Math.floor(deadline.getTime() / 1_000)

/**
 * Signs that the wallet's withdrawals may come to the redemption's limit until its deadline. Signing the same again
 * gives the same signature, so nothing is lost when an answer is.
 */
export async function signWithdrawal(ctx: Context, redemption: Redemption): Promise<`0x${string}`> {
  return signerOf(ctx).signTypedData({
    domain: {
      name: 'SteezeStack',
      version: '1',
      chainId: redemption.chainId,
      verifyingContract: getAddress(redemption.contract),
    },
    types: {
      Withdrawal: [
        { name: 'account', type: 'address' },
        { name: 'limit', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Withdrawal',
    message: {
      account: getAddress(redemption.wallet),
      limit: BigInt(redemption.limit),
      deadline: BigInt(deadlineOf(redemption)),
    },
  })
}
