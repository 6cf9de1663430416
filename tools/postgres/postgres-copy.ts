import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Files that a copy creates itself or reads from the archive. */
const NOT_COPIED =
  /^(postmaster\.(pid|opts)|pg_wal|pg_replslot|pg_stat_tmp|pg_subtrans|pg_dynshmem|pg_notify|pg_serial|pg_snapshots)(\/|$)/
const EMPTY_FOLDERS = /^(pg_wal|pg_replslot|pg_stat_tmp|pg_subtrans|pg_dynshmem|pg_notify|pg_serial|pg_snapshots)$/

/**
 * Copies the folder of a running cluster to a new one, as pg_basebackup does, which is not packaged with the bundled
 * PostgreSQL. The copy recovers from the archive when it starts.
 */
export async function copyCluster({ url, dir }: { url: string; dir: string }, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select pg_backup_start('copy', true)")
    cpSync(dir, target, {
      recursive: true,
      filter: (source) =>
        !NOT_COPIED.test(source.slice(dir.length + 1)) || EMPTY_FOLDERS.test(source.slice(dir.length + 1)),
    })
    mkdirSync(join(target, 'pg_wal/archive_status'), { recursive: true })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
    writeFileSync(join(target, 'recovery.signal'), '')
    chmodSync(target, 0o700)
  } finally {
    await client.end()
  }
}
