import type { BestOf } from '@aura/api/rules/rounds'
import { findFollowedIds } from '#features/follows'
import { isEligibleExpression } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'
import type { Side } from '../battle.rules.ts'
import { isRight, questionOf, tookMs } from '../rounds/rounds.rules.ts'
import {
  FEWEST_RECORDED,
  type PracticeRound,
  type PracticeState,
  type Recording,
  type StoredPracticeRound,
} from './practice.rules.ts'

const p = columns('practices', 'p')
const COLUMNS = fragment`${p('id', 'userId', 'opponentId', 'bestOf', 'startedAt', 'stoppedAt', 'questions', 'rounds', 'pings')}`

export interface PracticeRow extends PracticeState {
  id: string
  userId: string
  opponentId: string | null
  /** Their names as `lesson/question`. */
  questions: string[]
  pings: number[]
}

const loaded = (row: RowOf<typeof COLUMNS>): PracticeRow => ({
  ...row,
  rounds: row.rounds.map(({ answer, ...round }) => ({
    ...round,
    answer: answer && { ...answer, at: new Date(answer.at) },
  })),
})

const stored = (rounds: readonly PracticeRound[]): string => {
  const plain: StoredPracticeRound[] = rounds.map(({ answer, ...round }) => ({
    ...round,
    answer: answer && { ...answer, at: answer.at.toISOString() },
  }))
  return JSON.stringify(plain)
}

const FIND_PRACTICE = sql`select ${COLUMNS} from practices p where p.id = $1 and p.user_id = $2`
const LOCK_PRACTICE = sql`select ${COLUMNS} from practices p where p.id = $1 and p.user_id = $2 for no key update`

interface Owned {
  id: string
  userId: string
}

export async function findPractice(db: Queryable, { id, userId }: Owned): Promise<PracticeRow | undefined> {
  return (await db.query(FIND_PRACTICE, [id, userId])).map(loaded)[0]
}

export async function lockPractice(tx: Tx, { id, userId }: Owned): Promise<PracticeRow | undefined> {
  return (await tx.query(LOCK_PRACTICE, [id, userId])).map(loaded)[0]
}

/** Practices of a user that are looked at, the newest ones. */
const MAX_STARTED = 200

const FIND_STARTED = sql`
  select ${COLUMNS} from practices p where p.user_id = $1 and p.started_at > $2
  order by p.started_at desc limit ${MAX_STARTED}`

/** Returns the newest 200 practices that a user started since then, newest first. */
export async function findStarted(db: Queryable, userId: string, since: Date): Promise<PracticeRow[]> {
  return (await db.query(FIND_STARTED, [userId, since])).map(loaded)
}

// An account that is deleted meanwhile gets none.
const INSERT_PRACTICE = sql`
  insert into practices (user_id, opponent_id, best_of, started_at, questions, rounds)
  select id, $2, $3, $4, $5, $6::jsonb from user_profiles where id = $1 and deleted_at is null for share
  returning id as ${out('id', 'uuid')}`

interface NewPractice {
  userId: string
  opponentId: string | null
  bestOf: BestOf
  startedAt: Date
  questions: readonly string[]
  rounds: readonly PracticeRound[]
}

/** Stores a practice and returns its id. */
export async function insertPractice(tx: Tx, practice: NewPractice): Promise<string> {
  const { userId, opponentId, bestOf, startedAt, questions, rounds } = practice
  const [row] = await tx.query(INSERT_PRACTICE, [userId, opponentId, bestOf, startedAt, questions, stored(rounds)])
  if (!row) throw new Error(`user ${userId} can't practise`)
  return row.id
}

const UPDATE_ROUNDS = sql`update practices set rounds = $2::jsonb where id = $1`

export async function storeRounds(tx: Tx, id: string, rounds: readonly PracticeRound[]): Promise<void> {
  await tx.query(UPDATE_ROUNDS, [id, stored(rounds)])
}

const STOP = sql`update practices set stopped_at = $2 where id = $1`

export async function stopPractice(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query(STOP, [id, at])
}

const ADD_PING = sql`
  update practices set pings = (pings || $2::int)[greatest(1, cardinality(pings) - 7):] where id = $1
  returning pings as ${out('pings', 'int[]')}`

/** Stores a round trip in milliseconds and returns the newest nine. */
export async function addPracticePing(db: Queryable, id: string, ms: number): Promise<number[]> {
  return (await db.query(ADD_PING, [id, ms]))[0]?.pings ?? []
}

/** Battles whose answers are on record, the newest ones of a user. */
const MAX_BATTLES = 12

const newestBattles = (side: Side, userId: string) => `
  (select id, '${side}' as side, ends_at from battles
   where ${side}_id = ${userId} and best_of is not null and status = 'completed' order by ends_at desc limit ${MAX_BATTLES})`

// Battles that ended only: an answer to an open round stays sealed.
const recordedBy = (userId: string) => `
  (select id, side from (${newestBattles('challenger', userId)} union all ${newestBattles('opponent', userId)}) ended
   order by ends_at desc, id limit ${MAX_BATTLES}) b
  join battle_rounds r on r.battle_id = b.id and r.closed_at is not null and r.interrupted_at is null
  join lateral (
    select case b.side when 'challenger' then r.challenger_choice else r.opponent_choice end as choice,
           case b.side when 'challenger' then r.challenger_at else r.opponent_at end as at,
           case b.side when 'challenger' then r.challenger_trip else r.opponent_trip end as trip) mine on mine.at is not null`

const FIND_RECORDED = sql`
  select r.question as ${out('question', 'text')}, r.sealed as ${out('sealed', 'text')},
         r.opened_at as ${out('openedAt', 'timestamptz')}, mine.choice as ${out('choice', 'int[]')},
         mine.at as ${out('at', 'timestamptz')}, mine.trip as ${out('roundTripMs', 'int')}
  from ${recordedBy('$1')} order by mine.at desc`

/** Returns a user's answers in their newest battles of rounds that ended, newest first. */
export async function findRecorded(db: Queryable, userId: string): Promise<(Recording & { at: Date })[]> {
  const rows = await db.query(FIND_RECORDED, [userId])
  return rows.map(({ question, sealed, openedAt, ...answer }) => {
    const asked = questionOf({ sealed })
    return {
      question,
      text: asked.text,
      isRight: isRight(asked, answer.choice),
      ms: tookMs(answer, openedAt),
      at: answer.at,
    }
  })
}

const IS_PARTNER = sql`select exists (select 1 from practice_partners where user_id = $1) as ${out('isPartner', 'boolean')}`

export async function isPartner(db: Queryable, userId: string): Promise<boolean> {
  return (await db.query(IS_PARTNER, [userId]))[0]?.isPartner ?? false
}

const MAY_PRACTISE = sql`
  select exists (select 1 from practice_partners where user_id = $2 and user_id <> $1 and not are_blocked($1, user_id))
    as ${out('isAllowed', 'boolean')}`

/** Returns whether a creator lets others practise against them, and neither has blocked the other. */
export async function mayPractise(db: Queryable, userId: string, creatorId: string): Promise<boolean> {
  return (await db.query(MAY_PRACTISE, [userId, creatorId]))[0]?.isAllowed ?? false
}

const ALLOW = sql`
  insert into practice_partners (user_id, allowed_at)
  select id, $2 from user_profiles where id = $1 and deleted_at is null for share on conflict do nothing`
const DISALLOW = sql`delete from practice_partners where user_id = $1`

export async function insertPartner(db: Queryable, userId: string, at: Date): Promise<void> {
  await db.query(ALLOW, [userId, at])
}

export async function deletePartner(db: Queryable, userId: string): Promise<void> {
  await db.query(DISALLOW, [userId])
}

/** Most partners that are listed of those the user follows, and again of the others. */
const MAX_PARTNERS = 30

const partnersWhere = (condition: string) => `
  (select pp.user_id, pp.allowed_at, answered.questions from practice_partners pp
   cross join lateral (select count(distinct r.question) as questions from ${recordedBy('pp.user_id')}) answered
   where pp.user_id <> $1 and ${condition} and not are_blocked($1, pp.user_id)
     and ${isEligibleExpression('pp.user_id', '$3')} and answered.questions >= ${FEWEST_RECORDED}
   order by pp.allowed_at desc limit ${MAX_PARTNERS})`

const FIND_PARTNERS = sql`
  select near.user_id as ${out('id', 'uuid')}, near.questions as ${out('questions', 'bigint')}
  from (
    select true as is_followed, * from ${partnersWhere('pp.user_id = any($2::uuid[])')} followed
    union all
    select false, * from ${partnersWhere('pp.user_id <> all($2::uuid[])')} others) near
  order by near.is_followed desc, near.allowed_at desc, near.user_id`

/**
 * Returns people who allow it, are eligible and have answers to at least one practice, those the user follows first, then
 * by when they allowed it, with the number of different questions they answered. Leaves out those who are blocked.
 */
export async function findPartners(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  userId: string,
): Promise<{ id: string; questions: number }[]> {
  const isBetaOpen = settings.betaAccess === 'open'
  return db.query(FIND_PARTNERS, [userId, await findFollowedIds(db, userId), isBetaOpen])
}

// One's own rounds and those one answered along, checks and reviews apart.
const FIND_MET = sql`
  select q.question as ${out('question', 'text')}, max(q.at) as ${out('at', 'timestamptz')}
  from (
    select r.question, r.opened_at as at from battles b join battle_rounds r on r.battle_id = b.id
    where b.challenger_id = $1 and b.best_of is not null and r.opened_at is not null
    union all
    select r.question, r.opened_at from battles b join battle_rounds r on r.battle_id = b.id
    where b.opponent_id = $1 and b.best_of is not null and r.opened_at is not null
    union all
    select r.question, a.at from battle_round_answers a
    join battle_rounds r on r.battle_id = a.battle_id and r.number = a.number where a.user_id = $1) q
  group by q.question`

/** Returns when a user last met each question in battles of rounds. */
export async function findMet(db: Queryable, userId: string): Promise<ReadonlyMap<string, Date>> {
  return new Map((await db.query(FIND_MET, [userId])).map(({ question, at }) => [question, at]))
}

const FIND_IN_BATTLES = sql`
  select r.question as ${out('question', 'text')} from battle_rounds r join battles b on b.id = r.battle_id
  where r.closed_at is null and b.due_at is not null`

/** Returns the questions of battles' rounds that are open or ahead. */
export async function findInBattles(db: Queryable): Promise<ReadonlySet<string>> {
  return new Set((await db.query(FIND_IN_BATTLES, [])).map(({ question }) => question))
}

const FIND_RUNNING = sql`
  select distinct unnest(p.questions) as ${out('question', 'text')} from practices p
  where p.started_at > $1 and p.stopped_at is null`

/** Returns the questions of all practices that were started since then and not stopped. */
export async function findRunning(db: Queryable, since: Date): Promise<string[]> {
  return (await db.query(FIND_RUNNING, [since])).map(({ question }) => question)
}
