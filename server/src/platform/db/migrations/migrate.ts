import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError } from '../../operator-error.ts'
import { type Db, dryRun, LOCK_NOT_AVAILABLE, sqlState, type Tx } from '../db.ts'
import { ADVISORY_LOCKS } from '../lock-order.ts'
import { type AppliedMigration, assertKnown, DatabaseTooNew } from './foreign-history.ts'

const MIGRATIONS = new URL('../../../../migrations/', import.meta.url)

interface Migration extends AppliedMigration {
  statements: string[]
}

class MigrationBlocked extends OperatorError {
  override name = 'MigrationBlocked'

  constructor(tag: string) {
    super(
      `Migrating waited too long for a table that another session uses (at ${tag}). Nothing was changed. Find the ` +
        'session in pg_stat_activity (the oldest xact_start), end it, and start again.',
    )
  }
}

export interface MigrateOptions {
  onApply?: (tag: string) => void
  /** Called when a migration gave up waiting for a table and will be retried. */
  onBlocked?: (tag: string) => void
  locks?: LockPatience
  /** Folder of the migrations and their journal; for tests. */
  folder?: URL
}

export interface LockPatience {
  /**
   * Milliseconds to wait for a table. All users of the table queue behind a waiting migration. Shorter than `/readyz`
   * waits for a lock, since running servers would otherwise seem down.
   */
  waitMs: number
  pauseMs: number
  tries: number
}

const PATIENCE: LockPatience = { waitMs: 500, pauseMs: 1_000, tries: 40 }

/**
 * Runs all pending migrations in one transaction under a lock, so that servers starting together apply them once.
 * Starts again if a table isn't free soon. Throws DatabaseTooNew, DatabaseTooOld, MigrationBlocked, and an error if an
 * applied migration was edited.
 */
export async function migrate(
  db: Db,
  { onApply = () => {}, onBlocked = () => {}, locks = PATIENCE, folder = MIGRATIONS }: MigrateOptions = {},
): Promise<void> {
  const migrations = await readMigrations(folder)
  for (let left = locks.tries; ; ) {
    let applying = 'the start'
    try {
      return await db.tx(async (tx) => {
        await lock(tx)
        await tx.query(`select set_config('lock_timeout', $1, true)`, [String(locks.waitMs)])
        for (const { position, migration } of await findPending(tx, migrations)) {
          applying = migration.tag
          onApply(applying)
          await apply(tx, position, migration)
        }
      })
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
      left--
      if (left === 0) throw new MigrationBlocked(applying)
      onBlocked(applying)
      await pause(locks.pauseMs)
    }
  }
}

/** Returns the tags that `migrate` would apply. Throws as it does, except MigrationBlocked. Changes nothing. */
export async function pendingMigrations(db: Pick<Db, 'tx'>, folder = MIGRATIONS): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const pending = await dryRun(db, (tx) => findPending(tx, migrations))
  return pending.map(({ migration }) => migration.tag)
}

/**
 * Applies these migrations, the first ones of this version, to an empty database. Throws DatabaseTooOld, DatabaseTooNew
 * if this version lacks one, and an error if one was edited.
 */
export async function migrateTo(tx: Tx, wanted: readonly AppliedMigration[]): Promise<void> {
  const migrations = await readMigrations()
  assertKnown(wanted, migrations)
  await lock(tx)
  await makeTable(tx)
  for (const [position, { tag }] of wanted.entries()) {
    const migration = migrations[position]
    if (migration?.tag !== tag) throw new DatabaseTooNew([tag])
    await apply(tx, position, migration)
  }
}

const lock = (tx: Tx) => tx.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations])

const makeTable = (tx: Tx) =>
  tx.query(`create table if not exists aura_migrations (
    position int primary key, tag text not null unique, hash text not null)`)

async function findPending(tx: Tx, migrations: readonly Migration[]) {
  await makeTable(tx)
  const applied = await tx.query<AppliedMigration>('select tag, hash from aura_migrations order by position')
  assertKnown(applied, migrations)
  const tags = new Set(applied.map(({ tag }) => tag))
  return migrations
    .map((migration, position) => ({ position, migration }))
    .filter(({ migration }) => !tags.has(migration.tag))
}

async function apply(tx: Tx, position: number, { tag, hash, statements }: Migration): Promise<void> {
  for (const statement of statements) await tx.query(statement)
  await tx.query('insert into aura_migrations (position, tag, hash) values ($1, $2, $3)', [position, tag, hash])
}

async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return {
        tag: name.slice(0, -4),
        hash: createHash('sha256').update(text).digest('hex'),
        statements: statementsOf(text),
      }
    }),
  )
}

/** Splits a file into statements, at semicolons that end a line outside of comments and `$$ … $$` bodies. */
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
