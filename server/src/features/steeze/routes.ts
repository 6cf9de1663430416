import { MICROS_PER_USDC, STEEZE_PRICE_MICROS, STEEZE_VALUE_MICROS } from '@aura/api/money'
import type { FastifyInstance } from 'fastify'
import { getAddress } from 'viem'
import { orUnavailable, usdcBalance } from '#platform/chain/contracts'
import type { Context } from '#platform/context'
import { prepared } from '#platform/http/prepared-answer'
import { Pending, route } from '#platform/http/route'
import { sharedReads } from '#platform/shared-reads'
import { confirmPurchase } from './buying/confirm-purchase.ts'
import { purchaseHandler } from './buying/credit-purchases.ts'
import { confirmRedemption } from './redeeming/confirm-redemption.ts'
import { openRedemption, waitsUntil } from './redeeming/open-redemption.ts'
import { redeem, signAgain } from './redeeming/redeem.ts'
import { redemptionMetrics } from './redeeming/redemption-metrics.ts'
import { presentReserves } from './reserves/reserves.ts'
import { appealReview, cancelReview, reviewOf } from './reviewing/own-review.ts'
import { steezeBalance } from './steeze-balance.ts'
import { transactionsOf } from './transactions.ts'

const inUsdc = (micros: number) => micros / MICROS_PER_USDC

export function steezeRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/steeze/balance', ({ userId }) => steezeBalance(ctx, userId))

  route(app, ctx, 'GET /api/steeze/purchase', async () => {
    const { contracts, id, confirmationSeconds } = ctx.chain
    const shown = (address: string | undefined) => (address ? getAddress(address) : null)
    return {
      contractAddress: shown(contracts?.steeze),
      usdcAddress: shown(contracts?.usdc),
      chainId: id,
      steezePerUsdc: MICROS_PER_USDC / STEEZE_PRICE_MICROS,
      stepUsdc: inUsdc(STEEZE_PRICE_MICROS),
      usdcPerRedeemedSteeze: inUsdc(STEEZE_VALUE_MICROS),
      redeemableUsdcPerDay: inUsdc(ctx.limits.redeemDailyCapMicros),
      confirmationSeconds,
    }
  })

  route(app, ctx, 'GET /api/steeze/transactions', ({ userId }) => transactionsOf(ctx, userId))

  route(app, ctx, 'POST /api/steeze/confirm-purchase', async ({ body, userId }) => {
    const confirmed = await confirmPurchase(ctx, [purchaseHandler], { ...body, userId })
    return confirmed.status === 'confirming' ? new Pending(confirmed) : confirmed
  })

  const counted = redemptionMetrics(app.metrics)
  route(app, ctx, 'POST /api/steeze/redeem', ({ body, userId, requestKey }) =>
    counted(redeem(ctx, { userId, amount: body.amount, requestKey })),
  )

  route(app, ctx, 'POST /api/steeze/redeem/sign', ({ body, userId }) =>
    counted(signAgain(ctx, { userId, holdId: body.holdId })),
  )

  route(app, ctx, 'GET /api/steeze/redemption', async ({ userId }) => ({
    redemption: await openRedemption(ctx, userId),
    review: await reviewOf(ctx, userId),
    next: await waitsUntil(ctx, userId),
  }))

  route(app, ctx, 'POST /api/steeze/redemption/:id/cancel', async ({ params: { id }, userId }) => {
    await cancelReview(ctx, { id, userId })
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/steeze/redemption/:id/appeal', async ({ params: { id }, body: { text }, userId }) => {
    await appealReview(ctx, { id, userId, text })
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/steeze/redeem-confirm', async ({ body, userId }) => {
    const confirmed = await confirmRedemption(ctx, { ...body, userId })
    return confirmed.status === 'confirming' ? new Pending(confirmed) : confirmed
  })

  route(
    app,
    ctx,
    'GET /api/reserves',
    prepared(ctx, ctx.limits.reservesMaxAgeMs, () => presentReserves(ctx)),
  )

  const balanceOf = (address: string) => orUnavailable(usdcBalance(ctx.chain, address.toLowerCase()))
  // Any address may be queried, so visitors share a cached balance.
  const sharedBalanceOf = sharedReads({ ms: ctx.limits.balanceMaxAgeMs }, balanceOf)
  route(app, ctx, 'GET /api/web3/balance/:address', async ({ params }) => ({
    balance: inUsdc(await sharedBalanceOf(params.address.toLowerCase())),
  }))
  // It is queried right after a payment, when a cached balance is too old.
  route(app, ctx, 'GET /api/wallet/usdc-balance/:walletAddress', async ({ params }) => ({
    balance: inUsdc(await balanceOf(params.walletAddress)),
  }))
}
