import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'
import { BATTLE_COLUMNS, type BattleRow } from '../store.ts'
import type { BattleTotals, GivenGift, WantedGift } from './gift-batch.rules.ts'
import { givenIn, givenInBattle } from './gift-times-store.ts'

const u = columns('user_profiles', 'u')
const userProfiles = columns('user_profiles')
const battleGifters = columns('battle_gifters')

const LOCK_LIVE_BATTLES = sql`
  with locked as materialized (
    select ${BATTLE_COLUMNS.text} from battles b
    where b.id = any($1::uuid[]) and b.status = 'active'
      and b.ends_at + case when b.soft_close then interval '2 seconds' else interval '0' end
          > coalesce($2::timestamptz, clock_timestamp())
    order by b.id for no key update)
  select ${{ ...BATTLE_COLUMNS, text: 'locked.*' }},
         date_trunc('milliseconds', coalesce($2::timestamptz, clock_timestamp())) as ${out('at', 'timestamptz')}
         from locked`

/**
 * Locks active battles in id order, each with the time read after its lock. Others stay unlocked. A battle that may
 * just have ended is locked too, because a transaction that holds it may move its end; but only for a short time, since
 * late gifts would otherwise keep the settlement out.
 */
export async function lockLiveBattles(
  tx: Tx,
  battleIds: readonly string[],
  now: Date | null,
): Promise<{ battle: BattleRow; at: Date }[]> {
  const rows = await tx.query(LOCK_LIVE_BATTLES, [battleIds, now])
  return rows.map(({ at, ...battle }) => ({ battle, at }))
}

const g = columns('battle_gifts', 'g')
const GIFT_COLUMNS = fragment`${g('battleId', 'seq', 'giverId', 'key', 'participantId')},
  ${g('amount', 'purchased', 'earned', 'at', 'hash')}`

const FIND_GIFTS = sql`
  select asked.as_key as ${out('askedKey', 'text')}, ${GIFT_COLUMNS}
  from unnest($1::uuid[], $2::text[]) as asked (by, as_key)
  cross join lateral gifts_with_keys(array[asked.by], array[asked.as_key]) g`

/** Finds gifts by the hashes of their keys, so a result may have another key with the same hash. */
export async function findGifts(
  db: Queryable,
  wanted: readonly Pick<WantedGift, 'giverId' | 'key'>[],
): Promise<(GivenGift & { askedKey: string })[]> {
  return db.query(FIND_GIFTS, [wanted.map(({ giverId }) => giverId), wanted.map(({ key }) => key)])
}

const INSERT_GIFTS = sql`
  with added as materialized (
    select * from unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::int[], $6::text[],
                         $7::timestamptz[]) with ordinality
      as added (id, at, challenger, opponent, count, head, ends_at, nr)
  ), given as materialized (
    select added.id as battle_id, seq, giver_id, key, participant_id, purchased + earned as amount, purchased, earned,
           added.at, hash
    from unnest($8::int[], $9::int[], $10::uuid[], $11::text[], $12::uuid[], $13::bigint[], $14::bigint[], $15::text[])
      as gift (battle, seq, giver_id, key, participant_id, purchased, earned, hash)
    join added on added.nr = gift.battle
  ), written as (
    insert into battle_gifts (battle_id, seq, giver_id, key, participant_id, amount, purchased, earned, at, hash)
    select battle_id, seq, giver_id, key, participant_id, amount, purchased, earned, at, hash from given
  ), summed as (
    insert into battle_gifters as known (battle_id, participant_id, giver_id, amount, gifts, reached_seq, ceiling,
                                         ceiling_tie)
    select battle_id, participant_id, giver_id, sum(amount), count(*), max(seq), sum(amount), -max(seq) from given
    group by battle_id, participant_id, giver_id
    on conflict (battle_id, participant_id, giver_id) do update
      set amount = known.amount + excluded.amount, gifts = known.gifts + excluded.gifts,
          reached_seq = excluded.reached_seq)
  update battles b set challenger_steeze = b.challenger_steeze + added.challenger,
                       opponent_steeze = b.opponent_steeze + added.opponent,
                       gift_count = b.gift_count + added.count, gift_head = added.head,
                       planned_ends_at = case when added.ends_at is null then b.planned_ends_at
                                              else coalesce(b.planned_ends_at, b.ends_at) end,
                       extended_at = case when added.ends_at is null then b.extended_at
                                          else b.extended_at || added.at end,
                       ends_at = coalesce(added.ends_at, b.ends_at), due_at = coalesce(added.ends_at, b.due_at)
  from added where b.id = added.id`

/** Inserts gifts, updates the givers' and the battles' totals, which share their time, and moves ends. */
export async function insertGifts(
  tx: Tx,
  gifts: readonly GivenGift[],
  totals: ReadonlyMap<string, BattleTotals>,
): Promise<void> {
  if (gifts.length === 0) return
  const column = <T>(read: (gift: GivenGift) => T) => gifts.map(read)
  const added = [...totals.values()]
  const numbers = new Map([...totals.keys()].map((battleId, index) => [battleId, index + 1]))
  await tx.query(INSERT_GIFTS, [
    [...totals.keys()],
    added.map(({ at }) => at.toISOString()),
    added.map(({ challenger }) => challenger),
    added.map(({ opponent }) => opponent),
    added.map(({ count }) => count),
    added.map(({ head }) => head),
    added.map(({ endsAt }) => endsAt?.toISOString() ?? null),
    column(({ battleId }) => numbers.get(battleId) as number),
    column(({ seq }) => seq),
    column(({ giverId }) => giverId),
    column(({ key }) => key),
    column(({ participantId }) => participantId),
    column(({ purchased }) => purchased),
    column(({ earned }) => earned),
    column(({ hash }) => hash),
  ])
}

export type GiftRow = RowOf<typeof LIST_GIFTS>

const PAGE = 100
const BEFORE = 'coalesce($2::int, (select gift_count + 1 from battles where id = $1))'

const LIST_GIFTS = sql`
  select ${g('seq', 'participantId', 'amount', 'giverId')},
         ${u({ giverUsername: 'username', giverImageUrl: 'profileImageUrl' })}, ${g('at')}
  from battle_gifts g join user_profiles u on u.id = g.giver_id
  where g.battle_id = $1 and g.seq < ${BEFORE} and g.seq >= ${BEFORE} - ${PAGE} and ${givenInBattle('g', '$1')}
  order by g.seq desc`

export async function listGifts(db: Queryable, battleId: string, before: number | null): Promise<GiftRow[]> {
  return db.query(LIST_GIFTS, [battleId, before])
}

const FIND_DELETED = sql`
  select ${userProfiles('id')} from user_profiles where id = any($1::uuid[]) and deleted_at is not null`

export async function findDeleted(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query(FIND_DELETED, [userIds])
  return new Set(rows.map(({ id }) => id))
}

export type GifterSum = RowOf<typeof FIND_GIFTER_SUMS>

const FIND_GIFTER_SUMS = sql`
  select ${battleGifters('battleId', 'giverId')},
         sum(amount)::bigint as ${out('amount', 'bigint')} from battle_gifters
  where battle_id = any($1::uuid[]) group by battle_id, giver_id order by 1, 2`

export async function findGifterSums(db: Queryable, battleIds: readonly string[]): Promise<GifterSum[]> {
  return db.query(FIND_GIFTER_SUMS, [battleIds])
}

export type GifterParts = RowOf<typeof FIND_GIFTER_PARTS>

const FIND_GIFTER_PARTS = sql`
  select ${g('battleId', 'participantId', 'giverId')}, g.purchased as ${out('purchased', 'bigint')},
         g.earned as ${out('earned', 'bigint')}
  from battles b cross join lateral (
    select g.battle_id, g.participant_id, g.giver_id, sum(g.purchased)::bigint as purchased, sum(g.earned)::bigint as earned
    from battle_gifts g where g.battle_id = b.id and ${givenIn('g', 'b')} group by 1, 2, 3) g
  where b.id = any($1::uuid[]) order by 1, 2, 3`

/** Returns gifts per giver, battle and side, by the part of the balance they came from. */
export async function findGifterParts(db: Queryable, battleIds: readonly string[]): Promise<GifterParts[]> {
  return db.query(FIND_GIFTER_PARTS, [battleIds])
}

const HAVE_GIVEN = sql`select 1 from battle_gifters where battle_id = $1 and giver_id = any($2::uuid[]) limit 1`

/** Returns whether one of these people gave in a battle. */
export async function haveGiven(db: Queryable, battleId: string, giverIds: readonly string[]): Promise<boolean> {
  const rows = await db.query(HAVE_GIVEN, [battleId, giverIds])
  return rows.length > 0
}
