import type { Db } from '../db/db.ts'
import { type Finding, ok, problem, warning } from './check.ts'
import { findDatabase, findServer } from './store.ts'

const OLDEST_VERSION = 150_000

type Server = Awaited<ReturnType<typeof findServer>>
type Database = Awaited<ReturnType<typeof findDatabase>>

/** Checks PostgreSQL by its own settings. `connections` is the number that one server may open. */
export const checkDatabase = async (db: Db, connections: number): Promise<Finding[]> =>
  judgeDatabase(await findServer(db), await findDatabase(db), connections)

export function judgeDatabase(server: Server, database: Database, connections: number): Finding[] {
  const { role, name } = database
  const faults = [
    server.version < OLDEST_VERSION &&
      problem(`This is PostgreSQL ${server.versionText}. Aura needs 15 or newer: upgrade it.`),
    server.isStandby && problem('This is a standby, which refuses writes. Set DATABASE_URL to the primary.'),
    server.connections < connections &&
      problem(
        `It allows ${server.connections} connections, but one server opens up to ${connections}. Raise ` +
          'max_connections, or lower DATABASE_POOL_SIZE.',
      ),
    !database.mayCreateTables &&
      problem(
        `The role ${role} may not create tables, so migrations fail. Make it the owner: ALTER DATABASE ${name} OWNER TO ${role}.`,
      ),
    !database.hasTrigrams &&
      problem(
        `The extension pg_trgm can't be installed by ${role}. Install PostgreSQL's contrib package, then as a superuser ` +
          `run CREATE EXTENSION pg_trgm in ${name}.`,
      ),
    database.foreignTables > 0 &&
      problem(
        `${database.foreignTables} tables belong to another role, so migrations fail. Run REASSIGN OWNED BY that role TO ${role}.`,
      ),
    server.encoding !== 'UTF8' &&
      problem(`Its encoding is ${server.encoding}, which can't hold every name. Create the database with UTF8.`),
    database.isCollationOld &&
      problem(
        `The system's collation ${database.collation} changed since its indexes were built, so they may miss rows. Run ` +
          `REINDEX DATABASE ${name}, then ALTER DATABASE ${name} REFRESH COLLATION VERSION.`,
      ),
    ...durability(server),
  ].filter((finding) => finding !== false)
  const summary = `PostgreSQL ${server.versionText}, ${name} as ${role}, ${server.isEncrypted ? 'encrypted' : 'not encrypted'}, collation ${database.collation}`
  return faults.length > 0 ? faults : [ok(summary)]
}

function durability(server: Server): (Finding | false)[] {
  const inFile = 'in postgresql.conf and restart PostgreSQL'
  return [
    server.fsync !== 'on' && problem(`fsync is off: a power cut can destroy the database. Set it on ${inFile}.`),
    server.fullPageWrites !== 'on' &&
      problem(`full_page_writes is off: a power cut can destroy the database. Set it on ${inFile}.`),
    server.synchronousCommit === 'off' &&
      problem('synchronous_commit is off: a crash loses gifts and claims that were confirmed. Set it on.'),
    server.synchronousCommit === 'local' &&
      server.synchronousStandbys !== '' &&
      problem(
        'synchronous_commit is local, so no commit waits for the synchronous standbys: a failover loses gifts and claims ' +
          'that were confirmed. Set it on.',
      ),
    server.standbys > 0 &&
      server.synchronousStandbys === '' &&
      warning(
        'Its standbys are asynchronous: a failover loses what has not crossed. Set synchronous_standby_names to lose nothing.',
      ),
    server.archiveMode === 'off' &&
      warning(
        'It archives no write-ahead log, so a restore goes back to the last backup. See docs/running.md, Backups.',
      ),
    server.archiveMode !== 'off' &&
      server.archivesNowhere &&
      warning(
        'archive_mode is on, but archive_command and archive_library are empty: no write-ahead log is archived, and all ' +
          'of it stays on its disk. Set one of them. See docs/running.md, To a moment.',
      ),
    server.archivingFails &&
      problem('Its last attempt to archive the write-ahead log failed. See its log for the reason.'),
  ]
}
