import type { Queryable, Tx } from '#platform/db/db'
import { BATTLE_COLUMNS, type BattleRow } from '../store.ts'
import type { BattleTotals, GivenGift, WantedGift } from './gift-batch.rules.ts'

/**
 * Locks live battles in id order, and returns each with the time read after its lock. Others stay unlocked, so late
 * gifts block nothing.
 */
export async function lockLiveBattles(
  tx: Tx,
  battleIds: readonly string[],
  now: Date | null,
): Promise<{ battle: BattleRow; at: Date }[]> {
  const rows = await tx.query<BattleRow & { at: Date }>(
    `with locked as materialized (
       select ${BATTLE_COLUMNS} from battles b
       where b.id = any($1::uuid[]) and b.status = 'active' and b.ends_at > coalesce($2::timestamptz, clock_timestamp())
       order by b.id for no key update)
     select locked.*, date_trunc('milliseconds', coalesce($2::timestamptz, clock_timestamp())) as at from locked`,
    [battleIds, now],
  )
  return rows.map(({ at, ...battle }) => ({ battle, at }))
}

const GIFT_COLUMNS = `g.battle_id as "battleId", g.seq, g.giver_id as "giverId", g.key, g.participant_id as "participantId",
  g.amount, g.purchased, g.earned, g.at, g.hash`

export async function findGifts(
  db: Queryable,
  wanted: readonly Pick<WantedGift, 'giverId' | 'key'>[],
): Promise<GivenGift[]> {
  return db.query<GivenGift>(`select ${GIFT_COLUMNS} from gifts_with_keys($1, $2) g`, [
    wanted.map(({ giverId }) => giverId),
    wanted.map(({ key }) => key),
  ])
}

/** Also updates the givers' and the battles' totals, in one statement. */
export async function insertGifts(
  tx: Tx,
  gifts: readonly GivenGift[],
  totals: ReadonlyMap<string, BattleTotals>,
): Promise<void> {
  if (gifts.length === 0) return
  const column = <T>(read: (gift: GivenGift) => T) => gifts.map(read)
  const added = [...totals.values()]
  await tx.query(
    `with given as (
       select * from unnest($1::uuid[], $2::int[], $3::uuid[], $4::text[], $5::uuid[], $6::bigint[], $7::bigint[],
                            $8::bigint[], $9::timestamptz[], $10::text[])
         as given (battle_id, seq, giver_id, key, participant_id, amount, purchased, earned, at, hash)
     ), written as (
       insert into battle_gifts (battle_id, seq, giver_id, key, participant_id, amount, purchased, earned, at, hash)
       select battle_id, seq, giver_id, key, participant_id, amount, purchased, earned, at, hash from given
     ), summed as (
       insert into battle_gifters as known (battle_id, participant_id, giver_id, amount, gifts, reached_seq)
       select battle_id, participant_id, giver_id, sum(amount), count(*), max(seq) from given
       group by battle_id, participant_id, giver_id
       on conflict (battle_id, participant_id, giver_id) do update
         set amount = known.amount + excluded.amount, gifts = known.gifts + excluded.gifts,
             reached_seq = excluded.reached_seq)
     update battles b set challenger_steeze = b.challenger_steeze + added.challenger,
                          opponent_steeze = b.opponent_steeze + added.opponent,
                          gift_count = b.gift_count + added.count, gift_head = added.head
     from unnest($11::uuid[], $12::bigint[], $13::bigint[], $14::int[], $15::text[])
       as added (id, challenger, opponent, count, head)
     where b.id = added.id`,
    [
      column(({ battleId }) => battleId),
      column(({ seq }) => seq),
      column(({ giverId }) => giverId),
      column(({ key }) => key),
      column(({ participantId }) => participantId),
      column(({ amount }) => amount),
      column(({ purchased }) => purchased),
      column(({ earned }) => earned),
      column(({ at }) => at.toISOString()),
      column(({ hash }) => hash),
      [...totals.keys()],
      added.map(({ challenger }) => challenger),
      added.map(({ opponent }) => opponent),
      added.map(({ count }) => count),
      added.map(({ head }) => head),
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

/** Newest first: those before `before`. */
export async function listGifts(db: Queryable, battleId: string, before: number | null): Promise<GiftRow[]> {
  return db.query<GiftRow>(
    `select g.seq, g.participant_id as "participantId", g.amount, g.giver_id as "giverId",
            u.username as "giverUsername", g.at
     from battle_gifts g join user_profiles u on u.id = g.giver_id
     where g.battle_id = $1 and ($2::int is null or g.seq < $2) order by g.seq desc limit ${PAGE}`,
    [battleId, before],
  )
}

export async function findDeleted(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    'select id from user_profiles where id = any($1::uuid[]) and deleted_at is not null',
    [userIds],
  )
  return new Set(rows.map(({ id }) => id))
}

export interface GifterSum {
  battleId: string
  giverId: string
  amount: number
}

/** Per giver and battle, both sides together. */
export async function findGifterSums(db: Queryable, battleIds: readonly string[]): Promise<GifterSum[]> {
  return db.query<GifterSum>(
    `select battle_id as "battleId", giver_id as "giverId", sum(amount)::bigint as amount from battle_gifters
     where battle_id = any($1::uuid[]) group by battle_id, giver_id order by 1, 2`,
    [battleIds],
  )
}

export interface GifterParts {
  battleId: string
  participantId: string
  giverId: string
  purchased: number
  earned: number
}

/** Per giver, battle and side, by the part of the balance the gift came from. */
export async function findGifterParts(db: Queryable, battleIds: readonly string[]): Promise<GifterParts[]> {
  return db.query<GifterParts>(
    `select battle_id as "battleId", participant_id as "participantId", giver_id as "giverId",
            sum(purchased)::bigint as purchased, sum(earned)::bigint as earned
     from battle_gifts where battle_id = any($1::uuid[]) group by 1, 2, 3 order by 1, 2, 3`,
    [battleIds],
  )
}

export async function hasGiven(db: Queryable, battleId: string, giverId: string): Promise<boolean> {
  const rows = await db.query('select 1 from battle_gifters where battle_id = $1 and giver_id = $2 limit 1', [
    battleId,
    giverId,
  ])
  return rows.length > 0
}
