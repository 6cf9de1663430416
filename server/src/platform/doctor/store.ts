import type { Queryable } from '../db/db.ts'
import { isOwn } from '../db/relation-store.ts'
import { out, type RowOf, sql } from '../db/sql.ts'

const FIND_SERVER = sql`
  select current_setting('server_version_num')::int as ${out('version', 'int')},
    current_setting('server_version') as ${out('versionText', 'text')},
    current_setting('fsync') as ${out('fsync', 'text')},
    current_setting('synchronous_commit') as ${out('synchronousCommit', 'text')},
    current_setting('full_page_writes') as ${out('fullPageWrites', 'text')},
    current_setting('synchronous_standby_names') as ${out('synchronousStandbys', 'text')},
    current_setting('archive_mode') as ${out('archiveMode', 'text')},
    current_setting('archive_command') = '' and coalesce(current_setting('archive_library', true), '') = ''
      as ${out('archivesNowhere', 'boolean')},
    current_setting('server_encoding') as ${out('encoding', 'text')},
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      as ${out('connections', 'int')},
    pg_is_in_recovery() as ${out('isStandby', 'boolean')},
    (select count(*) from pg_stat_replication)::int as ${out('standbys', 'int')},
    coalesce((select last_failed_time > coalesce(last_archived_time, '-infinity') from pg_stat_archiver), false)
      as ${out('archivingFails', 'boolean')},
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as ${out('isEncrypted', 'boolean')}`

export const findServer = async (db: Queryable) => {
  const [server] = await db.query(FIND_SERVER)
  if (!server) throw new Error('the database described nothing')
  return server
}

const FIND_DATABASE = sql`
  select current_database()::text as ${out('name', 'text')},
    current_user::text as ${out('role', 'text')},
    has_schema_privilege(current_schema(), 'create') as ${out('mayCreateTables', 'boolean')},
    exists (select from pg_extension where extname = 'pg_trgm')
      or has_database_privilege(current_database(), 'create')
        and exists (select from pg_available_extensions where name = 'pg_trgm') as ${out('hasTrigrams', 'boolean')},
    (select count(*) from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v')
        and not pg_has_role(c.relowner, 'usage') and ${isOwn})::int as ${out('foreignTables', 'int')},
    datcollate::text as ${out('collation', 'text')},
    coalesce(datcollversion <> pg_database_collation_actual_version(oid), false)
      as ${out('isCollationOld', 'boolean')}
  from pg_database where datname = current_database()`

export const findDatabase = async (db: Queryable) => {
  const [database] = await db.query(FIND_DATABASE)
  if (!database) throw new Error('the database does not list itself')
  return database
}

const FIND_TIME = sql`select coalesce($1::timestamptz, clock_timestamp()) as ${out('at', 'timestamptz')}`

export async function findTime(db: Queryable, atInTests: Date | null = null): Promise<Date> {
  const [time] = await db.query(FIND_TIME, [atInTests])
  if (!time) throw new Error('the database has no clock')
  return time.at
}

const FIND_STATEMENT_LIMIT = sql`
  select setting::int as ${out('ms', 'int')} from pg_settings where name = 'statement_timeout'`

/** Returns the milliseconds after which PostgreSQL ends a statement of this connection, 0 for never. */
export async function findStatementLimit(db: Queryable): Promise<number> {
  const [limit] = await db.query(FIND_STATEMENT_LIMIT)
  return limit?.ms ?? 0
}

const FIND_SUMMARIES = sql`
  select i.indexrelid::regclass::text as ${out('index', 'text')}, i.indrelid::regclass::text as ${out('table', 'text')},
         quote_ident(a.attname) as ${out('column', 'text')}
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
  where m.amname = 'brin' and c.relnamespace = current_schema()::regnamespace order by 1`

export type Summary = RowOf<typeof FIND_SUMMARIES>

/** Returns the BRIN indexes with their first column. */
export const findSummaries = (db: Queryable): Promise<Summary[]> => db.query(FIND_SUMMARIES)
