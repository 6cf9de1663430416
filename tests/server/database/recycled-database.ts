import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { type Db, lostConnection, type Queryable, type SqlValue } from '../../../server/src/platform/db/db.ts'

interface Recyclable {
  db: Db
  /** Another session, since emptying makes one forget its plans. */
  emptying: Db
  tables: readonly string[]
  /** Tables that hold rows from the start. */
  filled: readonly string[]
  schema: string
}

/** Databases ready for reuse; they end with the process. */
const spare: Recyclable[] = []

/**
 * Matches statements after which schemas are compared. Comparing takes as long as emptying the tables, and most tests
 * change none.
 */
const MAY_CHANGE_SCHEMA = /\b(?:create|alter|drop|add_\w+_partitions)\b/i

/** Results by text, since statements repeat. */
const known = new Map<string, boolean>()

function mayChangeSchema(text: string): boolean {
  let may = known.get(text)
  if (may === undefined) {
    may = MAY_CHANGE_SCHEMA.test(text)
    known.set(text, may)
  }
  return may
}

/**
 * Opens an emptied database of this process, or the one at the URL that `create` returns. Closing empties it for the next
 * test; one whose schema changed is not reused.
 */
export async function openRecycled(create: () => Promise<string>): Promise<Db> {
  const recyclable = spare.pop() ?? (await prepared(await create()))
  const { db, emptying } = recyclable
  let isClosed = false
  let mayDiffer = false
  const noted = <Q extends Queryable>(queryable: Q): Q => ({
    ...queryable,
    query<Row>(text: string, values?: readonly SqlValue[]) {
      mayDiffer ||= mayChangeSchema(text)
      return queryable.query<Row>(text, values)
    },
  })
  const opened = <T>(use: () => Promise<T>): Promise<T> =>
    isClosed ? Promise.reject(lostConnection(new Error('the database is closed'))) : use()
  return {
    query: (text, values) => opened(() => noted(db).query(text, values)),
    tx: (work) => opened(() => db.tx((tx) => work(noted(tx)))),
    script(text) {
      mayDiffer ||= mayChangeSchema(text)
      return opened(() => db.script(text))
    },
    async close() {
      if (isClosed) return
      isClosed = true
      if (mayDiffer && (await schemaOf(db)) !== recyclable.schema) {
        await db.close()
        await emptying.close()
        return
      }
      await emptying.script(textThatEmpties(recyclable))
      spare.push(recyclable)
    },
  }
}

async function prepared(url: string): Promise<Recyclable> {
  const [db, emptying] = [await openPg({ url, poolSize: 8 }), await openPg({ url, poolSize: 1 })]
  const rows = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const tables = rows.map(({ name }) => name)
  const holdsRows = (name: string) => `select '${name}' as name where exists (select from "${name}")`
  const filled = (await db.query<{ name: string }>(tables.map(holdsRows).join(' union all '))).map(({ name }) => name)
  await db.script(`
    create schema pristine;
    ${filled.map((name) => `create table pristine."${name}" as table public."${name}";`).join('\n')}
    create table pristine.sequences as select schemaname, sequencename, last_value from pg_sequences;`)
  return { db, emptying, tables, filled, schema: await schemaOf(db) }
}

/**
 * Returns SQL that empties the tables with the triggers that refuse deletes disabled; deleting is faster than
 * truncating small tables.
 */
const textThatEmpties = ({ tables, filled }: Recyclable): string => `
  begin;
  set local session_replication_role = replica;
  ${tables.map((name) => `delete from "${name}";`).join('\n')}
  ${filled.map((name) => `insert into "${name}" overriding system value table pristine."${name}";`).join('\n')}
  select setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, 1), last_value is not null)
    from pristine.sequences;
  commit;`

async function schemaOf(db: Db): Promise<string> {
  const [row] = await db.query<{ schema: string }>(`
    select md5(string_agg(part, ';' order by part)) as schema from (
      select format('%s %s %s', attrelid, attname, atttypid) from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace
      union all select format('%s %s', oid, reloptions) from pg_class where relnamespace = 'public'::regnamespace
      union all select format('%s %s', oid, tgenabled) from pg_trigger
      union all select format('%s %s', oid, pg_get_constraintdef(oid)) from pg_constraint
      union all select format('%s %s', oid, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
    ) as parts (part)`)
  return row?.schema ?? ''
}
