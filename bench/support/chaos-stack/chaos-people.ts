import { setTimeout as pause } from 'node:timers/promises'
import { steezeStackAbi } from '@aura/contracts/abi'
import { encodeFunctionData, type Hex } from 'viem'
import type { Context } from '../../../server/src/platform/context.ts'
import type { LocalChain } from '../../../tools/local-chain/start-local-chain.ts'
import { approvals, joinWithWallets, sendFrom, type Wallet } from '../chaos/wallets.ts'
import { enter, type Person } from '../faults/people.ts'

export interface ChaosPeople {
  people: Person[]
  /** Pays 1 USDC for Steeze and returns the transaction's hash. */
  buy(person: Person): Promise<Hex>
}

const MICROS = 1_000_000n
/** Half of what a wallet has, for 5,000 Steeze to give. */
const FIRST_USDC = 500n
const STEEZE_PER_USDC = 10n
const AT_ONCE = 20
const CREDITED_WITHIN_MS = 60_000

/** People with wallets who bought all of their Steeze on the chain, so that every audit and the reserves hold. */
export async function chaosPeople(
  ctx: Context,
  local: LocalChain,
  { seed, count }: { seed: number; count: number },
): Promise<ChaosPeople> {
  const wallets = await joinWithWallets(ctx, local, { seed, count })
  const of = new Map(wallets.map((wallet) => [wallet.userId, wallet]))
  const buy = ({ account }: Wallet, usdc: bigint) =>
    sendFrom(local, account, {
      to: local.contracts.steeze,
      data: encodeFunctionData({ abi: steezeStackAbi, functionName: 'buySteeze', args: [usdc * MICROS] }),
    })
  for (let first = 0; first < count; first += AT_ONCE) {
    await Promise.all(
      wallets.slice(first, first + AT_ONCE).map(async (wallet) => {
        for (const approval of approvals(local)) await sendFrom(local, wallet.account, approval)
        await buy(wallet, FIRST_USDC)
      }),
    )
  }
  const people = await enter(ctx, [...of.keys()])
  await untilCredited(ctx, BigInt(count) * FIRST_USDC * STEEZE_PER_USDC)
  return { people, buy: (person) => buy(of.get(person.id) as Wallet, 1n) }
}

async function untilCredited(ctx: Context, steeze: bigint): Promise<void> {
  for (const giveUpMs = performance.now() + CREDITED_WITHIN_MS; performance.now() < giveUpMs; await pause(200)) {
    const [row] = await ctx.db.query<{ sum: number }>(
      'select coalesce(sum(amount), 0)::bigint as sum from steeze_purchases',
    )
    if (BigInt(row?.sum ?? 0) === steeze) return
  }
  throw new Error('what people bought was not credited')
}
