import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError } from '../../operator-error.ts'
import { type Db, dryRun, LOCK_NOT_AVAILABLE, sqlState, type Tx } from '../db.ts'
import { ADVISORY_LOCKS } from '../lock-order.ts'
import { type AppliedMigration, adoptHistory } from './adopt-history.ts'
import { buildIndexes, type IndexBuild, indexBuildsOf, plainBuild } from './index-builds.ts'
import { assertFilled, isFilled, neededBackfills } from './needed-backfills.ts'
import { assertRunsOn, DatabaseTooNew, isBreaking } from './schema-range.ts'

const MIGRATIONS = new URL('../../../../migrations/', import.meta.url)

interface Migration {
  tag: string
  hash: string
  isBreaking: boolean
  statements: string[]
  /** Of one that only creates indexes, concurrently; else null. */
  builds: IndexBuild[] | null
  /** It reads what may be large, so the locks of those before it must be gone. */
  isApart: boolean
  /** Names of the backfills that have to be complete. */
  needs: string[]
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
  /** A migration gave up waiting for a table and will be retried. */
  onBlocked?: (tag: string) => void
  locks?: LockPatience
  /** Where the migrations and their journal are; for tests. */
  folder?: URL
}

export interface LockPatience {
  /**
   * Everybody who needs the table queues behind a migration that waits for it. Less than `/readyz` waits for a lock, or
   * running servers would seem down.
   */
  waitMs: number
  /** A concurrent index build waits for older transactions, such as those of a backup, and holds up nobody. */
  buildWaitMs: number
  pauseMs: number
  tries: number
}

const PATIENCE: LockPatience = { waitMs: 500, buildWaitMs: 30_000, pauseMs: 1_000, tries: 40 }
const LOCK_POLL_MS = 100

/** A line `-- Apart: why`. */
const APART = /^-- Apart: \S/m

/**
 * Pending migrations run in one transaction under a lock, so that servers starting together apply them once. One that
 * creates indexes concurrently, or says that it runs apart, starts once those before it have been committed; on the
 * embedded database it is part of the one transaction. It retries when a table isn't free soon, so that running servers are held up only for
 * moments. Throws DatabaseTooNew (see `assertRunsOn`), DatabaseTooOld when the database predates `0000_schema` and can't
 * be adopted, MigrationBlocked, BackfillIncomplete, and an error when an applied migration was edited.
 */
export async function migrate(
  db: Db,
  { onApply = () => {}, onBlocked = () => {}, locks = PATIENCE, folder = MIGRATIONS }: MigrateOptions = {},
): Promise<void> {
  const migrations = await readMigrations(folder)
  for (let left = locks.tries; ; ) {
    let applying = 'the start'
    const announce = (tag: string) => {
      applying = tag
      onApply(tag)
    }
    try {
      const outcome = await db.tx((tx) => migrateStep(tx, db.alone, { migrations, locks, announce }))
      if (outcome === 'done') return
      if (outcome === 'locked') await pause(LOCK_POLL_MS)
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
      left--
      if (left === 0) throw new MigrationBlocked(applying)
      onBlocked(applying)
      await pause(locks.pauseMs)
    }
  }
}

/** Applies what is pending up to the next one that runs apart, or that one. 'locked': another server migrates. */
async function migrateStep(
  tx: Tx,
  alone: Db['alone'],
  {
    migrations,
    locks,
    announce,
  }: { migrations: readonly Migration[]; locks: LockPatience; announce: (tag: string) => void },
): Promise<'done' | 'more' | 'locked'> {
  // Only tries: whoever waits in a statement holds a snapshot, and a concurrent build under the lock would wait for it.
  const [lock] = await tx.query<{ isMine: boolean }>('select pg_try_advisory_xact_lock($1) as "isMine"', [
    ADVISORY_LOCKS.migrations,
  ])
  if (!lock?.isMine) return 'locked'
  await tx.query(`select set_config('lock_timeout', $1, true)`, [String(locks.waitMs)])
  const { pending } = await findPending(tx, migrations)
  for (const [done, { position, migration }] of pending.entries()) {
    const builds = alone && migration.builds
    if ((builds || (alone && migration.isApart)) && done > 0) return 'more'
    announce(migration.tag)
    await assertFilled(tx, migration)
    if (builds) {
      await buildIndexes(tx, alone, builds, locks.buildWaitMs)
      await record(tx, position, migration)
      return 'more'
    }
    await apply(tx, position, migration)
  }
  return 'done'
}

export interface MigrationState {
  /** The last migration of this version. */
  last: string
  /** `migrate` would apply them. */
  pending: string[]
  /** Of these, those that the version before can't work with. None in a database without tables. */
  breaking: string[]
  /**
   * Of these, those that need a backfill which isn't complete yet. `isNext`: nothing is applied before, so `migrate` would
   * throw BackfillIncomplete; otherwise it would unless a migration before completes the backfill.
   */
  unfilled: { tag: string; backfill: string; isNext: boolean }[]
  /** Applied by a newer version; this one runs on it. */
  newer: string[]
}

/** Throws as `migrate` does, except MigrationBlocked and BackfillIncomplete. Changes nothing. */
export async function migrationState(db: Pick<Db, 'tx'>, folder = MIGRATIONS): Promise<MigrationState> {
  const migrations = await readMigrations(folder)
  return dryRun(db, async (tx) => {
    const { pending, newer } = await findPending(tx, migrations)
    const unfilled: MigrationState['unfilled'] = []
    for (const [at, { migration }] of pending.entries()) {
      for (const backfill of migration.needs)
        if (!(await isFilled(tx, backfill))) unfilled.push({ tag: migration.tag, backfill, isNext: at === 0 })
    }
    const isNew = pending.length === migrations.length
    return {
      last: migrations.at(-1)?.tag ?? '',
      pending: pending.map(({ migration }) => migration.tag),
      breaking: pending.flatMap(({ migration }) => (migration.isBreaking && !isNew ? migration.tag : [])),
      unfilled,
      newer,
    }
  })
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
    if (migration?.tag !== tag) throw new DatabaseTooNew([tag], 'and loading it needs that migration')
    if (migration.hash !== hash) throw new Error(edited(tag))
    await apply(tx, position, migration)
  }
}

async function makeTable(tx: Tx): Promise<void> {
  await tx.query(`create table if not exists aura_migrations (
    position int primary key, tag text not null unique, hash text not null,
    is_breaking boolean not null default false)`)
  // Made by a version that did not say so. Only then, because altering a table locks it.
  await tx.query(`do $$ begin
    if not exists (select from pg_attribute where attrelid = 'aura_migrations'::regclass and attname = 'is_breaking') then
      alter table aura_migrations add column is_breaking boolean not null default false;
    end if;
  end $$`)
}

const edited = (tag: string) => `migration ${tag} was edited after it had been applied; add a new one instead`

async function findPending(tx: Tx, migrations: readonly Migration[]) {
  await makeTable(tx)
  const found = await tx.query<AppliedMigration & { isBreaking: boolean }>(
    'select tag, hash, is_breaking as "isBreaking" from aura_migrations order by position',
  )
  const [baseline] = migrations
  const applied: readonly (AppliedMigration & { isBreaking?: boolean })[] = baseline
    ? await adoptHistory(tx, found, baseline)
    : found
  const hashes = new Map(applied.map((row) => [row.tag, row.hash]))
  const other = migrations.find(({ tag, hash }) => (hashes.get(tag) ?? hash) !== hash)
  if (other) throw new Error(edited(other.tag))
  const pending = migrations
    .map((migration, position) => ({ position, migration }))
    .filter(({ migration }) => !hashes.has(migration.tag))
  const newer = applied.filter(({ tag }) => !migrations.some((migration) => migration.tag === tag))
  assertRunsOn(
    newer.map(({ tag, isBreaking = false }) => ({ tag, isBreaking })),
    pending.map(({ migration }) => migration.tag),
  )
  return { pending, newer: newer.map(({ tag }) => tag) }
}

async function apply(tx: Tx, position: number, migration: Migration): Promise<void> {
  for (const statement of migration.builds?.map(plainBuild) ?? migration.statements) await tx.query(statement)
  await record(tx, position, migration)
}

async function record(tx: Tx, position: number, migration: Migration): Promise<void> {
  await tx.query('insert into aura_migrations (position, tag, hash, is_breaking) values ($1, $2, $3, $4)', [
    position,
    migration.tag,
    migration.hash,
    migration.isBreaking,
  ])
}

async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const journal = JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8')) as {
    entries: { tag: string }[]
  }
  return Promise.all(
    journal.entries.map(async ({ tag }) => {
      const text = await readFile(new URL(`${tag}.sql`, folder), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      const statements = statementsOf(text)
      return {
        tag,
        hash,
        isBreaking: isBreaking(text),
        statements,
        builds: indexBuildsOf(statements),
        isApart: APART.test(text),
        needs: neededBackfills(text),
      }
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
