import type { Queryable, Tx } from '#platform/db/db'
import type { GivenGift, WantedGift } from './gift-batch.rules.ts'
import { BATTLE_COLUMNS, type BattleRow } from './store.ts'

/**
 * Takes a live battle's row and reads the time afterwards, so that nobody's gift is timed before the battle was theirs.
 * Undefined for a battle that is not live: then nothing is locked, and a crowd that comes too late is in nobody's way.
 */
export async function lockLiveBattle(
  tx: Tx,
  battleId: string,
  now: Date | null,
): Promise<{ battle: BattleRow; at: Date } | undefined> {
  const [row] = await tx.query<BattleRow & { at: Date }>(
    `with taken as materialized (
       select ${BATTLE_COLUMNS} from battles b
       where b.id = $1 and b.status = 'active' and b.ends_at > coalesce($2::timestamptz, clock_timestamp())
       for no key update)
     select taken.*, date_trunc('milliseconds', coalesce($2::timestamptz, clock_timestamp())) as at from taken`,
    [battleId, now],
  )
  if (!row) return undefined
  const { at, ...battle } = row
  return { battle, at }
}

const GIFT_COLUMNS = `g.battle_id as "battleId", g.seq, g.giver_id as "giverId", g.key, g.participant_id as "participantId",
  g.amount, g.purchased, g.earned, g.at, g.hash`

/** The gifts that came with any of these keys. */
export async function findGifts(
  db: Queryable,
  wanted: readonly Pick<WantedGift, 'giverId' | 'key'>[],
): Promise<GivenGift[]> {
  return db.query<GivenGift>(
    `select ${GIFT_COLUMNS} from unnest($1::uuid[], $2::text[]) as asked (giver, asked_key)
     join battle_gifts g on g.giver_id = giver and g.key = asked_key`,
    [wanted.map(({ giverId }) => giverId), wanted.map(({ key }) => key)],
  )
}

/** Writes gifts of one battle, what each giver gave so far, and the battle's totals, in one statement. */
export async function insertGifts(
  tx: Tx,
  battleId: string,
  gifts: readonly GivenGift[],
  totals: { challenger: number; opponent: number; head: string },
): Promise<void> {
  const column = <T>(read: (gift: GivenGift) => T) => gifts.map(read)
  await tx.query(
    `with given as (
       select * from unnest($2::int[], $3::uuid[], $4::text[], $5::uuid[], $6::bigint[], $7::bigint[], $8::bigint[],
                            $9::text[]) as given (seq, giver_id, key, participant_id, amount, purchased, earned, hash)
     ), written as (
       insert into battle_gifts (battle_id, seq, giver_id, key, participant_id, amount, purchased, earned, at, hash)
       select $1, seq, giver_id, key, participant_id, amount, purchased, earned, $10::timestamptz, hash from given
     ), summed as (
       insert into battle_gifters as known (battle_id, participant_id, giver_id, amount, gifts)
       select $1, participant_id, giver_id, sum(amount), count(*) from given group by participant_id, giver_id
       on conflict (battle_id, participant_id, giver_id) do update
         set amount = known.amount + excluded.amount, gifts = known.gifts + excluded.gifts)
     update battles set challenger_steeze = challenger_steeze + $11, opponent_steeze = opponent_steeze + $12,
                        gift_count = gift_count + $13, gift_head = $14 where id = $1`,
    [
      battleId,
      column(({ seq }) => seq),
      column(({ giverId }) => giverId),
      column(({ key }) => key),
      column(({ participantId }) => participantId),
      column(({ amount }) => amount),
      column(({ purchased }) => purchased),
      column(({ earned }) => earned),
      column(({ hash }) => hash),
      gifts[0]?.at ?? null,
      totals.challenger,
      totals.opponent,
      gifts.length,
      totals.head,
    ],
  )
}

export interface GiftRow {
  seq: number
  participantId: string
  amount: number
  giverId: string
  giverUsername: string
  at: Date
}

const PAGE = 100

/** Gifts of a battle, newest first. */
export async function listGifts(db: Queryable, battleId: string, before: number | null): Promise<GiftRow[]> {
  return db.query<GiftRow>(
    `select g.seq, g.participant_id as "participantId", g.amount, g.giver_id as "giverId",
            u.username as "giverUsername", g.at
     from battle_gifts g join users u on u.id = g.giver_id
     where g.battle_id = $1 and ($2::int is null or g.seq < $2) order by g.seq desc limit ${PAGE}`,
    [battleId, before],
  )
}
