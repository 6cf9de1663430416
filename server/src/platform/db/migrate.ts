import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { OperatorError } from '../operator-error.ts'
import { type AppliedMigration, adoptHistory } from './adopt-history.ts'
import { type Db, dryRun, type Tx } from './db.ts'
import { ADVISORY_LOCKS } from './lock-order.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)

interface Migration {
  tag: string
  hash: string
  statements: string[]
}

/** Migrated by a newer version of Aura, whose rules this one doesn't know. */
class DatabaseTooNew extends OperatorError {
  override name = 'DatabaseTooNew'

  constructor(tag: string) {
    super(`This database was used by a newer version of Aura: migration ${tag} is unknown here. Start that version.`)
  }
}

/**
 * All pending migrations run in one transaction under a lock, so that servers starting together apply them once. Throws
 * DatabaseTooNew, DatabaseTooOld when the database predates `0000_schema` and can't be adopted, and an error when an
 * applied migration was edited.
 */
export async function migrate(db: Db, { onApply = () => {} }: { onApply?: (tag: string) => void } = {}): Promise<void> {
  const migrations = await readMigrations()
  await db.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations])
    for (const { position, migration } of await findPending(tx, migrations)) {
      onApply(migration.tag)
      await apply(tx, position, migration)
    }
  })
}

/** Returns the migrations that `migrate` would apply, and throws as it does. Changes nothing. */
export async function pendingMigrations(db: Pick<Db, 'tx'>): Promise<string[]> {
  const migrations = await readMigrations()
  const pending = await dryRun(db, (tx) => findPending(tx, migrations))
  return pending.map(({ migration }) => migration.tag)
}

/**
 * Applies these migrations, the first ones of this version, to an empty database. Throws DatabaseTooNew if this version
 * lacks one, and an error if one was edited.
 */
export async function migrateTo(tx: Tx, wanted: readonly AppliedMigration[]): Promise<void> {
  const migrations = await readMigrations()
  await tx.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations])
  await makeTable(tx)
  for (const [position, { tag, hash }] of wanted.entries()) {
    const migration = migrations[position]
    if (migration?.tag !== tag) throw new DatabaseTooNew(tag)
    if (migration.hash !== hash) throw new Error(edited(tag))
    await apply(tx, position, migration)
  }
}

const makeTable = (tx: Tx) =>
  tx.query(`create table if not exists aura_migrations (
    position int primary key, tag text not null unique, hash text not null)`)

const edited = (tag: string) => `migration ${tag} was edited after it had been applied; add a new one instead`

async function findPending(tx: Tx, migrations: readonly Migration[]) {
  await makeTable(tx)
  const found = await tx.query<AppliedMigration>('select tag, hash from aura_migrations order by position')
  const [baseline] = migrations
  const applied = baseline ? await adoptHistory(tx, found, baseline) : found
  const newer = applied.find(({ tag }) => !migrations.some((migration) => migration.tag === tag))
  if (newer) throw new DatabaseTooNew(newer.tag)
  const hashes = new Map(applied.map((row) => [row.tag, row.hash]))
  const other = migrations.find(({ tag, hash }) => (hashes.get(tag) ?? hash) !== hash)
  if (other) throw new Error(edited(other.tag))
  return migrations
    .map((migration, position) => ({ position, migration }))
    .filter(({ migration }) => !hashes.has(migration.tag))
}

async function apply(tx: Tx, position: number, migration: Migration): Promise<void> {
  for (const statement of migration.statements) await tx.query(statement)
  await tx.query('insert into aura_migrations (position, tag, hash) values ($1, $2, $3)', [
    position,
    migration.tag,
    migration.hash,
  ])
}

async function readMigrations(): Promise<Migration[]> {
  const journal = JSON.parse(await readFile(new URL('meta/_journal.json', MIGRATIONS), 'utf8')) as {
    entries: { tag: string }[]
  }
  return Promise.all(
    journal.entries.map(async ({ tag }) => {
      const text = await readFile(new URL(`${tag}.sql`, MIGRATIONS), 'utf8')
      return { tag, hash: createHash('sha256').update(text).digest('hex'), statements: statementsOf(text) }
    }),
  )
}

/** A statement ends with a semicolon at the end of a line that is neither a comment nor inside a `$$ … $$` body. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const part of text.split(/(?<=^(?!\s*--).*;)[ \t]*\r?$/m)) {
    statement += part
    const isInBody = statement.split('$$').length % 2 === 0
    if (isInBody) continue
    statements.push(statement.trim())
    statement = ''
  }
  return [...statements, statement.trim()].filter((each) => each !== '')
}
