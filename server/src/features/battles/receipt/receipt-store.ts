import type { Queryable } from '#platform/db/db'

export interface ReceiptGift {
  seq: number
  at: Date
  giverId: string
  giverUsername: string
  participantId: string
  amount: number
  purchased: number
  earned: number
  hash: string
}

export async function listReceiptGifts(
  db: Queryable,
  battleId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ReceiptGift[]> {
  return db.query<ReceiptGift>(
    `select g.seq, g.at, g.giver_id as "giverId", u.username as "giverUsername", g.participant_id as "participantId",
            g.amount, g.purchased, g.earned, g.hash
     from battle_gifts g join user_profiles u on u.id = g.giver_id
     where g.battle_id = $1 and g.seq > $2 order by g.seq limit $3`,
    [battleId, after, limit],
  )
}
