import { resolve } from 'node:path'
import { readEnv } from './env/env.ts'
import { restoreBackup } from './platform/backup/restore-backup.ts'
import { openDatabase } from './platform/db/connection/open-database.ts'
import { openFiles } from './platform/files/open-files.ts'
import { OperatorError } from './platform/operator-error.ts'
import { beforeRestore } from './run-features.ts'
import { tellFailure } from './tell-failure.ts'

try {
  const [named] = process.argv.slice(2)
  if (named === undefined) throw new OperatorError('Name the folder of the backup: npm run restore -- FOLDER')
  const config = readEnv()
  const db = await openDatabase({ ...config, databasePoolSize: 1 })
  const files = openFiles(config)
  const manifest = await restoreBackup(resolve(named), { db, files, beforeRows: beforeRestore }).finally(() =>
    db.close(),
  )
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(`Restored ${rows} rows and ${manifest.files.length} images of ${manifest.at}.\n`)
  if (manifest.secrets.length > 0) process.stdout.write(`It needs these secrets: ${manifest.secrets.join(', ')}.\n`)
} catch (error) {
  tellFailure(error)
}
