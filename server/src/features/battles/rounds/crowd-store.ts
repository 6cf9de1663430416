import type { Queryable } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'
import type { Side } from '../battle.rules.ts'
import { questionOf, type SealedQuestion } from './rounds.rules.ts'

export interface CrowdAnswer {
  battleId: string
  number: number
  userId: string
  /** Indexes of options, ascending. */
  choice: readonly number[]
  isRight: boolean
  cheersFor: Side | null
  at: Date
}

const r = columns('battle_rounds', 'r')
const a = columns('battle_round_answers', 'a')

const FIND_OPEN_QUESTIONS = sql`
  select ${r('battleId', 'number', 'sealed')} from unnest($1::uuid[], $2::int[]) as wanted (battle_id, number)
  join battle_rounds r on r.battle_id = wanted.battle_id and r.number = wanted.number
  where r.opened_at is not null and r.closed_at is null`

/** Returns the questions of these rounds in their order; undefined for those that aren't open. */
export async function findOpenQuestions(
  db: Queryable,
  wanted: readonly { battleId: string; number: number }[],
): Promise<(SealedQuestion | undefined)[]> {
  const unique = [...new Map(wanted.map((each) => [`${each.battleId}/${each.number}`, each])).values()]
  const rows = await db.query(FIND_OPEN_QUESTIONS, [
    unique.map(({ battleId }) => battleId),
    unique.map(({ number }) => number),
  ])
  const found = new Map(rows.map((row) => [`${row.battleId}/${row.number}`, questionOf(row)]))
  return wanted.map(({ battleId, number }) => found.get(`${battleId}/${number}`))
}

// The share lock makes a closing round wait, so that every answer accepted here is counted.
const INSERT_ANSWERS = sql`
  with wanted as (
    select battle_id, number, user_id, choice::int[], is_right, cheers_for, at
    from unnest($1::uuid[], $2::int[], $3::uuid[], $4::text[], $5::boolean[], $6::text[], $7::timestamptz[])
      as w (battle_id, number, user_id, choice, is_right, cheers_for, at)
  ), open as (
    select r.battle_id, r.number, r.closes_at from battle_rounds r
    where (r.battle_id, r.number) in (select battle_id, number from wanted)
      and r.opened_at is not null and r.closed_at is null and r.interrupted_at is null
    order by r.battle_id, r.number for share
  )
  insert into battle_round_answers (battle_id, number, user_id, choice, is_right, cheers_for, at)
  select w.* from wanted w join open o on o.battle_id = w.battle_id and o.number = w.number and w.at <= o.closes_at
  on conflict do nothing`

const FIND_ANSWERS = sql`
  select ${a('battleId', 'number', 'userId', 'choice')}
  from unnest($1::uuid[], $2::int[], $3::uuid[]) as w (battle_id, number, user_id)
  join battle_round_answers a on a.battle_id = w.battle_id and a.number = w.number and a.user_id = w.user_id`

const keyOf = ({ battleId, number, userId }: Pick<CrowdAnswer, 'battleId' | 'number' | 'userId'>) =>
  `${battleId}/${number}/${userId}`

/** Stores answers to open rounds, the first of each person. Returns the choices that count; undefined where none does. */
export async function insertCrowdAnswers(
  db: Queryable,
  answers: readonly CrowdAnswer[],
): Promise<(number[] | undefined)[]> {
  const firsts = [...new Map(answers.toReversed().map((each) => [keyOf(each), each])).values()]
  await db.query(INSERT_ANSWERS, [
    firsts.map(({ battleId }) => battleId),
    firsts.map(({ number }) => number),
    firsts.map(({ userId }) => userId),
    firsts.map(({ choice }) => `{${choice.join()}}`),
    firsts.map(({ isRight }) => isRight),
    firsts.map(({ cheersFor }) => cheersFor),
    firsts.map(({ at }) => at.toISOString()),
  ])
  const rows = await db.query(FIND_ANSWERS, [
    firsts.map(({ battleId }) => battleId),
    firsts.map(({ number }) => number),
    firsts.map(({ userId }) => userId),
  ])
  const found = new Map(rows.map((row) => [keyOf(row), row.choice]))
  return answers.map((answer) => found.get(keyOf(answer)))
}

const FIND_OWN = sql`
  select ${a('number', 'choice', 'isRight')}, ${r('sealed')},
         r.closed_at is not null as ${out('isClosed', 'boolean')}
  from battle_round_answers a join battle_rounds r on r.battle_id = a.battle_id and r.number = a.number
  where a.battle_id = $1 and a.user_id = $2 order by a.number`

export interface OwnAnswer {
  number: number
  choice: number[]
  isRight: boolean
  isClosed: boolean
  question: SealedQuestion
}

/** Returns a viewer's answers in order. */
export async function findOwnAnswers(db: Queryable, battleId: string, userId: string): Promise<OwnAnswer[]> {
  const rows = await db.query(FIND_OWN, [battleId, userId])
  return rows.map(({ sealed, number, choice, isRight, isClosed }) => ({
    number,
    choice,
    isRight,
    isClosed,
    question: questionOf({ sealed }),
  }))
}
