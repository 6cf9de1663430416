import type { BestOf } from '@aura/api/rules/rounds'
import { findFollowedIds } from '#features/follows'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'
import { isRight, questionOf, tookMs } from '../rounds/rounds.rules.ts'
import type { PracticeRound, PracticeState, Recording, StoredPracticeRound } from './practice.rules.ts'

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

/** Recorded rounds that are looked at, the newest ones. */
const MAX_RECORDED = 60

// Battles that ended only: an answer to an open round stays sealed.
const FIND_RECORDED = sql`
  select r.question as ${out('question', 'text')}, r.sealed as ${out('sealed', 'text')},
         r.opened_at as ${out('openedAt', 'timestamptz')}, mine.choice as ${out('choice', 'int[]')},
         mine.at as ${out('at', 'timestamptz')}, mine.trip as ${out('roundTripMs', 'int')}
  from (select id, 'challenger' as side from battles where challenger_id = $1 and best_of is not null and status = 'completed'
        union all
        select id, 'opponent' from battles where opponent_id = $1 and best_of is not null and status = 'completed') b
  join battle_rounds r on r.battle_id = b.id
  cross join lateral (
    select case b.side when 'challenger' then r.challenger_choice else r.opponent_choice end as choice,
           case b.side when 'challenger' then r.challenger_at else r.opponent_at end as at,
           case b.side when 'challenger' then r.challenger_trip else r.opponent_trip end as trip) mine
  where r.closed_at is not null and r.interrupted_at is null and mine.at is not null
  order by mine.at desc limit ${MAX_RECORDED}`

/** Returns a user's answers in battles of rounds that ended, newest first. */
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

/** People looked at, and how many different questions they answered. */
const MAX_PARTNERS = 30

const RECORDED_QUESTIONS = `
  (select count(distinct r.question) from battles b join battle_rounds r on r.battle_id = b.id
   where (b.challenger_id = pp.user_id or b.opponent_id = pp.user_id) and b.best_of is not null and b.status = 'completed'
     and r.closed_at is not null and r.interrupted_at is null
     and case when b.challenger_id = pp.user_id then r.challenger_at else r.opponent_at end is not null)`

const FIND_PARTNERS = sql`
  with near as materialized (
    select pp.user_id from practice_partners pp
    where pp.user_id <> $1 and not are_blocked($1, pp.user_id)
    order by (pp.user_id = any($2::uuid[])) desc, pp.allowed_at desc, pp.user_id limit ${MAX_PARTNERS})
  select pp.user_id as ${out('id', 'uuid')}, ${RECORDED_QUESTIONS} as ${out('questions', 'bigint')}
  from near pp`

/** Returns people who allow it, those the user follows first, with the number of questions they answered. */
export async function findPartners(db: Queryable, userId: string): Promise<{ id: string; questions: number }[]> {
  return db.query(FIND_PARTNERS, [userId, await findFollowedIds(db, userId)])
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
