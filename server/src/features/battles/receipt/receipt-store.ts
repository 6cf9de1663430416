import type { Queryable } from '#platform/db/db'
import { columns, type RowOf, sql } from '#platform/db/sql'
import { givenInBattle } from '../gifts/gift-times-store.ts'

const g = columns('battle_gifts', 'g')
const u = columns('user_profiles', 'u')

export type ReceiptGift = RowOf<typeof LIST_RECEIPT_GIFTS>

const LIST_RECEIPT_GIFTS = sql`
  select ${g('seq', 'at', 'giverId')}, ${u({ giverUsername: 'username' })},
         ${g('participantId', 'amount', 'purchased', 'earned', 'hash')}
  from battle_gifts g join user_profiles u on u.id = g.giver_id
  where g.battle_id = $1 and g.seq > $2 and g.seq <= $2 + $3::int and ${givenInBattle('g', '$1')} order by g.seq`

export async function listReceiptGifts(
  db: Queryable,
  battleId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ReceiptGift[]> {
  return db.query(LIST_RECEIPT_GIFTS, [battleId, after, limit])
}
