import { postTransfers, userAccount } from '#features/ledger'
import type { Context } from '#platform/context'

interface TestCredit {
  key: string
  fromId: string
  toId: string
  /** Amount in whole Steeze, at least 1. */
  amount: number
}

/** Returns whether Steeze moved. Throws BALANCE_TOO_LOW and IN_DEBT, and an Error anywhere but on `local`. */
export async function testCredit(ctx: Context, { key, fromId, toId, amount }: TestCredit): Promise<boolean> {
  if (ctx.chain.kind !== 'local') throw new Error(`Test credit is for CHAIN=local, and this is ${ctx.chain.kind}.`)
  if (fromId === toId) throw new Error('FROM and TO must differ.')
  const [outcome] = await ctx.db.tx((tx) =>
    postTransfers(tx, ctx.clock, [
      {
        key: `test-credit/${key}`,
        kind: 'test_credit',
        reference: key,
        from: userAccount(fromId, 'steeze_purchased'),
        to: userAccount(toId, 'steeze_earned'),
        amount,
      },
    ]),
  )
  ctx.live.changed(`user:${fromId}`)
  ctx.live.changed(`user:${toId}`)
  return outcome === 'posted'
}
