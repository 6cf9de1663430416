import type { FundingSource } from '#features/related-accounts'
import { columns, out, sql } from '#platform/db/sql'

const DAY_MS = 86_400_000

const v = columns('vouches', 'v')

const FIND_FUNDINGS = sql`
  select ${v('voucherWallet', 'voucherId', 'targetId', 'vouchedAt')}, paid.total as ${out('total', 'bigint')}
  from (select distinct voucher_wallet as wallet from vouches where target_id = $1) payers
  cross join lateral (
    select count(*) as total
    from (select distinct target_id from vouches where voucher_wallet = payers.wallet and target_id is not null
          limit $2 + 1) targets) paid
  join vouches v on v.voucher_wallet = payers.wallet and v.target_id is not null
  where paid.total <= $2`

/** Groups by wallet: a wallet that pays several accounts is one payer, whichever account it belongs to. */
export const findFundings: FundingSource = async (db, userId, most) => {
  const rows = await db.query(FIND_FUNDINGS, [userId, most])
  return {
    payments: rows.flatMap(({ voucherWallet, voucherId, targetId, vouchedAt }) =>
      voucherId === null || targetId === null
        ? []
        : { payer: voucherWallet, payerId: voucherId, userId: targetId, day: Math.floor(vouchedAt.getTime() / DAY_MS) },
    ),
    accounts: new Map(rows.map(({ voucherWallet, total }) => [voucherWallet, total])),
  }
}
