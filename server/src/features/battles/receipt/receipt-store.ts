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

/** Returns a page of a battle's gifts by sequence number: those after `after`. */
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

export interface Course {
  gifters: number
  leadChanges: number
  /** When the final leader took the lead for good. */
  decidedAt: Date | null
  /** The time of the last transition. */
  settledAt: Date
}

/** Returns how the lead changed, in one pass over the gifts. */
export async function findCourse(db: Queryable, battleId: string): Promise<Course> {
  const [row] = await db.query<Course>(
    `with ahead as (
       select g.seq, g.at, sign(sum(case when g.participant_id = b.challenger_id then g.amount else -g.amount end)
                                  over (order by g.seq)) as side
       from battle_gifts g join battles b on b.id = g.battle_id where b.id = $1
     ), led as (
       select seq, at, side, coalesce(lag(side) over (order by seq), 0) as before, last_value(side) over () as final
       from ahead
     )
     select (select count(distinct giver_id) from battle_gifters where battle_id = $1) as gifters,
            (select count(*) from (select side, lag(side) over (order by seq) as leader from ahead where side <> 0) leads
             where side <> leader) as "leadChanges",
            (select max(at) from led where final <> 0 and side = final and before <> final) as "decidedAt",
            (select max(at) from battle_steps where battle_id = $1) as "settledAt"`,
    [battleId],
  )
  return row as Course
}
