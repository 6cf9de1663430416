import type { Queryable, SqlValue } from '../../../server/src/platform/db/db.ts'

interface People {
  own: string
  /** Users with a smaller and a larger id. */
  low: string
  high: string
}

/** Values that constraints and triggers require, by table or column. A value from a list is found by itself. */
const DEMANDED: Record<string, (people: People) => Record<string, SqlValue>> = {
  battle_chats: () => ({ provider: 'twitch' }),
  challenge_links: () => ({ status: 'expired', created_at: '2026-03-01T12:00:00Z' }),
  'friend_streaks.second_id': ({ low, own }) => ({ first_id: low, asked_by: own }),
  // `high` has muted and blocked them by then, so no notification reaches `high`.
  'notifications.actor_id': ({ low }) => ({ user_id: low }),
  practices: () => ({ best_of: 3 }),
  // The week of these moments, since an account leaves the boards it can be on.
  rank_parts: () => ({ board: 1_002_931 }),
  'related_pairs.b_id': ({ low }) => ({ a_id: low }),
  streams: () => ({ kind: 'hls', host: 'live.test', channel: 'live.m3u8' }),
  'text_reports.about_id': () => ({ kind: 'words' }),
  // A lifted suspension, because a suspended user can't delete the account.
  suspensions: () => ({ scope: 'redeeming', lifted_at: '2026-03-02T12:00:00Z' }),
}

const BY_TYPE: readonly [RegExp, string][] = [
  [/\[\]$/, "'{}'"],
  [/^uuid$/, 'gen_random_uuid()'],
  [/^(text|character)/, "'x'"],
  [/^timestamp/, "'2026-03-02T12:00:00Z'"],
  [/^date$/, "'2026-03-02'"],
  [/^bytea$/, "'\\x01'"],
  [/^json/, "'[]'"],
  [/^boolean$/, 'false'],
  [/./, '1'],
]

interface Column {
  name: string
  type: string
  /** The table and column it refers to. */
  target: string | null
  targetColumn: string | null
  /** The first value that a check lists for it. */
  listed: string | null
}

/** Finds the required columns of a table. */
const REQUIRED = `
  select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
         f.confrelid::regclass::text as target, t.attname::text as "targetColumn",
         (select quote_literal(substring(pg_get_constraintdef(k.oid), '\\m' || a.attname || ' = ANY \\(ARRAY\\[''([^'']*)'))
          from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
          order by 1 limit 1) as listed
  from pg_attribute a
  left join pg_constraint f on f.conrelid = a.attrelid and f.contype = 'f' and f.conkey = array[a.attnum] and f.conparentid = 0
  left join pg_attribute t on t.attrelid = f.confrelid and t.attnum = f.confkey[1]
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
    and a.attnotnull and not a.atthasdef and a.attidentity = ''`

/**
 * Gives a user a row in each of these columns where none exists. A row has only required values: other people are `low`
 * or `high`, and other references are to any row of the table. Throws the database's error.
 */
export async function fillRows(
  db: Queryable,
  columns: readonly { table: string; column: string }[],
  people: People,
): Promise<void> {
  let left = columns
  // A row may refer to a row of a table that is filled later.
  for (;;) {
    const failed: { of: (typeof columns)[number]; error: unknown }[] = []
    for (const of of left) await fillRow(db, of, people).catch((error: unknown) => failed.push({ of, error }))
    if (failed.length === 0) return
    if (failed.length === left.length) {
      throw new Error(failed.map(({ of, error }) => `${of.table}.${of.column}: ${String(error)}`).join('\n'))
    }
    left = failed.map(({ of }) => of)
  }
}

async function fillRow(
  db: Queryable,
  { table, column }: { table: string; column: string },
  people: People,
): Promise<void> {
  const found = await db.query(`select 1 from ${table} where ${column} = $1 limit 1`, [people.own])
  if (found.length > 0) return
  const demanded = { ...DEMANDED[table]?.(people), ...DEMANDED[`${table}.${column}`]?.(people), [column]: people.own }
  const others = (await db.query<Column>(REQUIRED, [table])).filter(({ name }) => !(name in demanded))
  const values = Object.values(demanded)
  const names = [...Object.keys(demanded), ...others.map(({ name }) => name)]
  const given = values.map((_, i) => `$${i + 1}`)
  const expressions = [...given, ...others.map((other) => anyValue(table, other, people))]
  await db.query(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${expressions.join(', ')})`,
    values,
  )
}

function anyValue(table: string, { name, type, target, targetColumn, listed }: Column, { high }: People): string {
  if (target === 'users') return `'${high}'`
  // Some tables allow a single reference per row.
  if (target !== null) {
    const isTaken = `exists (select from ${table} r where r.${name} = t.${targetColumn})`
    return `(select t.${targetColumn} from ${target} t order by ${isTaken} limit 1)`
  }
  return listed ?? BY_TYPE.find(([pattern]) => pattern.test(type))?.[1] ?? 'null'
}
