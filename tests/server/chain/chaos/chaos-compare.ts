import { auraVouchAbi, steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import { createPublicClient, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { readReserves } from '../../../../server/src/features/steeze/index.ts'
import type { Context } from '../../../../server/src/platform/context.ts'
import { auditAll } from '../../../../server/src/programs/audit-all.ts'
import type { LocalChain } from '../../../../tools/local-chain/start-local-chain.ts'

export interface Person {
  userId: string
  account: PrivateKeyAccount
  /** A redeem that got no response. */
  unheard: { amount: number; requestKey: string } | undefined
}

const PURSE_MICROS = 1_000_000_000
const WALLET_BONUS = 100

interface Booked {
  bought: number
  paidMicros: number
  withdrawn: number
  redeemedMicros: number
  givenMicros: number
  receivedMicros: number
  awarded: number
  creditedIn: number
  creditedOut: number
  steeze: number
  ap: number
}

/** Everything the ledger records of a person. */
const BOOKED = `select
  (select coalesce(sum(amount), 0)::bigint from steeze_purchases where user_id = $1) as bought,
  (select coalesce(sum(usdc_micros), 0)::bigint from steeze_purchases where user_id = $1) as "paidMicros",
  (select coalesce(sum(amount), 0)::bigint from steeze_withdrawals where user_id = $1) as withdrawn,
  (select coalesce(sum(usdc_micros), 0)::bigint from steeze_withdrawals where user_id = $1) as "redeemedMicros",
  (select coalesce(sum(usdc_micros), 0)::bigint from vouches where voucher_id = $1) as "givenMicros",
  (select coalesce(sum(usdc_micros), 0)::bigint from vouches where target_id = $1) as "receivedMicros",
  (select coalesce(sum(aura_awarded), 0)::bigint from vouches where target_id = $1) as awarded,
  (select coalesce(sum(t.amount), 0)::bigint from ledger_transfers t join ledger_accounts a on a.id = t.to_account
   where t.kind = 'test_credit' and a.owner_id = $1) as "creditedIn",
  (select coalesce(sum(t.amount), 0)::bigint from ledger_transfers t join ledger_accounts a on a.id = t.from_account
   where t.kind = 'test_credit' and a.owner_id = $1) as "creditedOut",
  (select sum(balance)::bigint from ledger_accounts where owner_id = $1 and currency = 'STEEZE') as steeze,
  (select sum(balance)::bigint from ledger_accounts where owner_id = $1 and currency = 'AP') as ap`

/** Compares the ledger with the contracts' storage and all USDC balances. Returns the differences. */
export async function compareChain(ctx: Context, local: LocalChain, people: readonly Person[]): Promise<string[]> {
  const wrong: string[] = []
  const expectSame = (what: string, booked: number, there: number | bigint) => {
    if (BigInt(booked) !== BigInt(there)) wrong.push(`${what}: ${booked} are booked, ${there} are there`)
  }
  const { usdc, vouch, steeze } = local.contracts
  const chain = createPublicClient({ transport: http(local.rpcUrl) })
  const dollars = (account: `0x${string}`) =>
    chain.readContract({ address: usdc, abi: usdcAbi, functionName: 'balanceOf', args: [account] })
  let [outstanding, heldMicros] = [0, 0]
  for (const { userId, account } of people) {
    const [row] = await ctx.db.query<Booked>(BOOKED, [userId])
    const of = row as Booked
    const { address } = account
    const micros = PURSE_MICROS - of.paidMicros - of.givenMicros + of.receivedMicros + of.redeemedMicros
    expectSame(`USDC of ${address}`, micros, await dollars(address))
    const asked = { address: steeze, abi: steezeStackAbi, functionName: 'withdrawn', args: [address] } as const
    expectSame(`withdrawn by ${address}`, of.withdrawn, await chain.readContract(asked))
    expectSame(`Steeze of ${address}`, of.bought - of.withdrawn + of.creditedIn - of.creditedOut, of.steeze)
    expectSame(`AP of ${address}`, WALLET_BONUS + of.awarded, of.ap)
    outstanding += of.steeze
    heldMicros += of.paidMicros - of.redeemedMicros
    for (const target of people) {
      if (target.userId === userId) continue
      const [pair] = await ctx.db.query<{ micros: number }>(
        `select coalesce(sum(usdc_micros), 0)::bigint as micros from vouches where voucher_id = $1 and target_id = $2`,
        [userId, target.userId],
      )
      const args = [address, target.account.address] as const
      const there = await chain.readContract({ address: vouch, abi: auraVouchAbi, functionName: 'vouchedAmount', args })
      expectSame(`vouched by ${address} for ${args[1]}`, pair?.micros ?? 0, there)
    }
  }
  const sold = await chain.readContract({ address: steeze, abi: steezeStackAbi, functionName: 'outstanding' })
  expectSame('Steeze outstanding', outstanding, sold)
  expectSame('USDC of the contract', heldMicros, await dollars(steeze))
  expectSame('the reserves’ difference', (await readReserves(ctx)).difference, 0)
  const broken = (await auditAll(ctx.db)).flatMap((audit) => audit.broken)
  return [...wrong, ...broken.map((finding) => JSON.stringify(finding))]
}
