import { resolve } from 'node:path'
import { namedSettings, readEnv } from './env/env.ts'
import type { Manifest } from './platform/backup/manifest.ts'
import { writeBackup } from './platform/backup/write-backup.ts'
import { openDatabase } from './platform/db/connection/open-database.ts'
import { OperatorError } from './platform/operator-error.ts'
import { backupSubject } from './programs/backup-subject.ts'
import { tellFailure } from './tell-failure.ts'

async function backUp(folder: string, signal: AbortSignal): Promise<Manifest> {
  const config = readEnv()
  // Opened without timeouts, as for migrations, because a backup may read for any time.
  const db = await openDatabase({ ...config, databasePoolSize: 1 })
  try {
    return await writeBackup(folder, backupSubject(db, config, namedSettings()), signal)
  } finally {
    await db.close()
  }
}

const INTERRUPTED = 130
const stop = new AbortController()
// HUP means a dropped connection, and may come several times: from the terminal, its shell and npm.
process.on('SIGHUP', () => stop.abort())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
try {
  const [named] = process.argv.slice(2)
  if (named === undefined) throw new OperatorError('Name the folder to write: npm run backup -- FOLDER')
  const folder = resolve(named)
  const { tables, files, missingFiles, secrets } = await backUp(folder, stop.signal)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(`${rows} rows of ${tables.length} tables and ${files.length} images are in ${folder}.\n`)
  if (missingFiles.length > 0)
    process.stdout.write(`${missingFiles.length} images were gone: ${missingFiles.join(', ')}.\n`)
  const kept = secrets.length > 0 ? `Keep these secrets elsewhere, the backup has none: ${secrets.join(', ')}.\n` : ''
  process.stdout.write(kept)
} catch (error) {
  tellFailure(error)
  if (stop.signal.aborted) process.exitCode = INTERRUPTED
}
