import { type Db, LOCK_NOT_AVAILABLE, type Queryable } from '../db.ts'

export interface IndexBuild {
  name: string
  /** `create index concurrently …`, without comments. */
  statement: string
}

const BUILD = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?\s+on\s/i
const CONCURRENTLY = /\bindex\s+concurrently\b/i

const withoutComments = (text: string) => text.replace(/--.*$/gm, '').trim()

/**
 * Returns the index builds of a migration that runs outside of a transaction, or null for one that doesn't. Throws if it
 * does anything else: a crash in between would leave that half done.
 */
export function indexBuildsOf(statements: readonly string[]): IndexBuild[] | null {
  const texts = statements.map(withoutComments).filter((text) => text !== '')
  if (!texts.some((text) => CONCURRENTLY.test(text))) return null
  return texts.map((statement) => {
    const name = BUILD.exec(statement)?.[1]
    if (name === undefined) {
      throw new Error(`a migration that creates an index concurrently may do nothing else: ${statement.slice(0, 60)}`)
    }
    return { name, statement }
  })
}

/** The same index, for a transaction. */
export const plainBuild = ({ statement }: IndexBuild): string => statement.replace(/\bconcurrently\s+/i, '')

/**
 * Builds those that aren't there and valid, each by a statement of its own that lets writers go on. Repeatable: an
 * invalid index that an earlier try left is dropped first. `tx` holds the migrations' lock; it must have written nothing
 * yet, and it runs no statement meanwhile, so that the build doesn't wait for it. Throws an error with LOCK_NOT_AVAILABLE
 * if another transaction stays open for `waitMs`, or if another session still builds it.
 */
export async function buildIndexes(
  tx: Queryable,
  alone: NonNullable<Db['alone']>,
  builds: readonly IndexBuild[],
  waitMs: number,
): Promise<void> {
  for (const { name, statement } of builds) {
    const found = await stateOf(tx, name)
    if (found?.isValid) continue
    const drop = () => alone(`drop index concurrently if exists "${name}"`, waitMs)
    if (found?.isBuilding) throw Object.assign(new Error(`${name} is still being built`), { code: LOCK_NOT_AVAILABLE })
    // The build waits for every snapshot, and a select keeps its own until the next statement. This one takes none.
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    if (found) await drop()
    try {
      await alone(statement, waitMs)
    } catch (error) {
      // What is left slows down writes, and a unique one refuses some.
      await drop().catch(() => {})
      throw error
    }
  }
}

/**
 * Being built: a session whose client is gone may go on. Locks don't tell, because an autovacuum holds the same one and
 * gives way only to whoever waits for it.
 */
async function stateOf(db: Queryable, name: string): Promise<{ isValid: boolean; isBuilding: boolean } | undefined> {
  const [row] = await db.query<{ isValid: boolean; isBuilding: boolean }>(
    `select i.indisvalid as "isValid", exists (
       select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid
         and p.datname = current_database()) as "isBuilding"
     from pg_index i where i.indexrelid = to_regclass($1)`,
    [`"${name}"`],
  )
  return row
}

const CREATED_TABLE = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi
const PLAIN_INDEX =
  /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently\b)(?:if\s+not\s+exists\s+)?"?(\w+)"?\s+on\s+"?(\w+)"?/gi
const CONSTRAINT =
  /\balter\s+table\s+"?(\w+)"?\s+add\s+(?:constraint\s+"?(\w+)"?\s+)?(?:unique|primary\s+key)\b(?!\s+using\s+index)/gi
const SMALL = /^-- Small table: \S/m

/**
 * Returns the indexes that a migration builds on tables it didn't create: writers would wait for each build. One on a
 * table that can't grow large is declared in a line `-- Small table: why`.
 */
export function blockingBuilds(text: string): string[] {
  if (SMALL.test(text)) return []
  const code = text.replace(/--.*$/gm, '')
  const created = new Set([...code.matchAll(CREATED_TABLE)].map(([, table]) => table))
  const built = [
    ...[...code.matchAll(PLAIN_INDEX)].map(([, index, table]) => ({ index, table })),
    ...[...code.matchAll(CONSTRAINT)].map(([, table, index]) => ({ index: index ?? 'a key', table })),
  ]
  return built.filter(({ table }) => !created.has(table)).map(({ index, table }) => `${index} on ${table}`)
}
