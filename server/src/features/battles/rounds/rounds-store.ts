import type { RoundResult } from '@aura/api/calls/battles/rounds'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'
import { SIDES, type Side } from '../battle.rules.ts'
import type { BySide, GivenAnswer, RoundState } from './rounds.rules.ts'

const r = columns('battle_rounds', 'r')
const COLUMNS = fragment`
  ${r('number', 'isSuddenDeath', 'sealed', 'salt', 'commitment', 'opensAt', 'openedAt', 'closesAt', 'closedAt')},
  ${r('interruptedAt', 'challengerChoice', 'challengerAt', 'challengerTrip')},
  ${r('opponentChoice', 'opponentAt', 'opponentTrip', 'result', 'crowd')}`

type RoundRow = RowOf<typeof COLUMNS>

export interface StoredRound extends RoundState {
  /** Answers of viewers and right ones, for challenger, opponent and neither; null until it closes. */
  crowd: number[] | null
}

const given = (choice: number[] | null, at: Date | null, roundTripMs: number | null): GivenAnswer | null =>
  choice && at && roundTripMs !== null ? { choice, at, roundTripMs } : null

const stored = (row: RoundRow): StoredRound => ({
  ...row,
  answers: {
    challenger: given(row.challengerChoice, row.challengerAt, row.challengerTrip),
    opponent: given(row.opponentChoice, row.opponentAt, row.opponentTrip),
  },
})

const FIND_ROUNDS = sql`select ${COLUMNS} from battle_rounds r where r.battle_id = $1 order by r.number`

/** Returns a battle's rounds in order, the one ahead included. */
export async function findRounds(db: Queryable, battleId: string): Promise<StoredRound[]> {
  return (await db.query(FIND_ROUNDS, [battleId])).map(stored)
}

export interface DrawnRound {
  battleId: string
  number: number
  isSuddenDeath: boolean
  /** `lesson/question`. */
  question: string
  sealed: string
  salt: string
  commitment: string
  opensAt: Date
}

const INSERT_ROUND = sql`
  insert into battle_rounds (battle_id, number, is_sudden_death, question, sealed, salt, commitment, opens_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

export async function insertRound(tx: Tx, round: DrawnRound): Promise<void> {
  const { battleId, number, isSuddenDeath, question, sealed, salt, commitment, opensAt } = round
  await tx.query(INSERT_ROUND, [battleId, number, isSuddenDeath, question, sealed, salt, commitment, opensAt])
}

const OPEN_ROUND = sql`update battle_rounds set opened_at = $3, closes_at = $4 where battle_id = $1 and number = $2`

export async function openRound(
  tx: Tx,
  battleId: string,
  { number, openedAt, closesAt }: { number: number; openedAt: Date; closesAt: Date },
): Promise<void> {
  await tx.query(OPEN_ROUND, [battleId, number, openedAt, closesAt])
}

// Waits for viewers' answers that are being written, so that each is counted.
const LOCK_ROUND = sql`select 1 as ${out('one', 'int')} from battle_rounds where battle_id = $1 and number = $2 for update`

const COUNT_CROWD = sql`
  select sides.cheers_for as ${out('cheersFor', 'text?')}, count(a.user_id) as ${out('answered', 'bigint')},
         count(*) filter (where a.is_right) as ${out('right', 'bigint')}
  from unnest(array['challenger', 'opponent', null]) with ordinality as sides (cheers_for, place)
  left join battle_round_answers a on a.battle_id = $1 and a.number = $2 and a.cheers_for is not distinct from sides.cheers_for
  group by sides.place, sides.cheers_for order by sides.place`

const CLOSE_ROUND = sql`
  update battle_rounds set closed_at = $3, result = $4, crowd = $5 where battle_id = $1 and number = $2`

/** Closes a round with the answers that viewers gave until now. */
export async function closeRound(
  tx: Tx,
  battleId: string,
  { number, closedAt, result }: { number: number; closedAt: Date; result: RoundResult },
): Promise<void> {
  await tx.query(LOCK_ROUND, [battleId, number])
  const counts = await tx.query(COUNT_CROWD, [battleId, number])
  const crowd = counts.flatMap(({ answered, right }) => [answered, right])
  await tx.query(CLOSE_ROUND, [battleId, number, closedAt, result, crowd])
}

const STORE_ANSWER: Record<Side, ReturnType<typeof storeAnswerSql>> = {
  challenger: storeAnswerSql('challenger'),
  opponent: storeAnswerSql('opponent'),
}

function storeAnswerSql(side: Side) {
  return sql`
    update battle_rounds set ${side}_choice = $3, ${side}_at = $4, ${side}_trip = $5
    where battle_id = $1 and number = $2 and ${side}_at is null`
}

export async function storeAnswer(
  tx: Tx,
  battleId: string,
  { number, side, answer }: { number: number; side: Side; answer: GivenAnswer },
): Promise<void> {
  await tx.query(STORE_ANSWER[side], [battleId, number, answer.choice, answer.at, answer.roundTripMs])
}

const SAVE_PROGRESS = sql`
  update battles set challenger_points = $2, opponent_points = $3, due_at = $4, ends_at = greatest(ends_at, $4)
  where id = $1`

/** Stores a battle's points, and when it needs the server next. The end is never before that. */
export async function saveProgress(
  tx: Tx,
  battleId: string,
  { points, dueAt }: { points: BySide<number>; dueAt: Date },
): Promise<void> {
  await tx.query(SAVE_PROGRESS, [battleId, points.challenger, points.opponent, dueAt])
}

export interface Seat {
  readyAt: Date | null
  /** Round trips in milliseconds, oldest first. */
  pings: number[]
}

const s = columns('battle_seats', 's')
const FIND_SEATS = sql`select ${s('side', 'readyAt', 'pings')} from battle_seats s where s.battle_id = $1`

export async function findSeats(db: Queryable, battleId: string): Promise<BySide<Seat>> {
  const rows = await db.query(FIND_SEATS, [battleId])
  const seat = (side: Side) => rows.find((row) => row.side === side) ?? { readyAt: null, pings: [] }
  return { challenger: seat('challenger'), opponent: seat('opponent') }
}

const SET_READY = sql`
  insert into battle_seats (battle_id, side, ready_at) values ($1, $2, $3)
  on conflict (battle_id, side) do update set ready_at = excluded.ready_at`

export async function setReady(tx: Tx, battleId: string, { side, at }: { side: Side; at: Date }): Promise<void> {
  await tx.query(SET_READY, [battleId, side, at])
}

// A battle that ended meanwhile gets no seat back.
const ADD_PING = sql`
  insert into battle_seats (battle_id, side, pings)
  select b.id, $2, array[$3::int] from battles b where b.id = $1 and b.due_at is not null
  on conflict (battle_id, side) do update
    set pings = (battle_seats.pings || excluded.pings)[greatest(1, cardinality(battle_seats.pings) - 7):]
  returning pings as ${out('pings', 'int[]')}`

/** Stores a round trip and returns the newest nine. */
export async function addPing(
  db: Queryable,
  battleId: string,
  { side, ms }: { side: Side; ms: number },
): Promise<number[]> {
  const [row] = await db.query(ADD_PING, [battleId, side, ms])
  return row?.pings ?? []
}

const DELETE_SEATS = sql`delete from battle_seats where battle_id = any($1::uuid[])`

export async function deleteSeats(tx: Tx, battleIds: readonly string[]): Promise<void> {
  await tx.query(DELETE_SEATS, [battleIds])
}

const FIND_ASKED = sql`
  select r.question as ${out('question', 'text')} from battles b join battle_rounds r on r.battle_id = b.id
  where (b.challenger_id = any($1::uuid[]) or b.opponent_id = any($1::uuid[])) and b.best_of is not null
    and r.opens_at > $2
  union
  select r.question from battle_round_answers a
  join battle_rounds r on r.battle_id = a.battle_id and r.number = a.number
  where a.user_id = any($1::uuid[]) and a.at > $2`

/** Returns the questions, as `lesson/question`, that any of these people met in rounds since then. */
export async function findAsked(db: Queryable, userIds: readonly string[], since: Date): Promise<ReadonlySet<string>> {
  return new Set((await db.query(FIND_ASKED, [userIds, since])).map(({ question }) => question))
}

const IS_PLAYING = sql`
  select exists (select 1 from battles where challenger_id = $1 and status = 'active' and best_of is not null)
      or exists (select 1 from battles where opponent_id = $1 and status = 'active' and best_of is not null)
    as ${out('isPlaying', 'boolean')}`

/** Returns whether somebody is in a battle of rounds that is live. */
export async function isInRounds(db: Queryable, userId: string): Promise<boolean> {
  return (await db.query(IS_PLAYING, [userId]))[0]?.isPlaying ?? false
}

export const hasAnswered = ({ answers }: RoundState): BySide<boolean> => ({
  challenger: answers.challenger !== null,
  opponent: answers.opponent !== null,
})

export const allAnswered = (round: RoundState): boolean => SIDES.every((side) => round.answers[side] !== null)
