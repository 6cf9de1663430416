/** `npm run backup -- FOLDER`: copies database and images, also while servers run. */
import { join } from 'node:path'
import { dataDir, existingDatabase } from '../local-env.ts'
import { runProgram } from '../processes/run-program.ts'

await runProgram(join(import.meta.dirname, '../../server/src/backup.ts'), async () => {
  const database = await existingDatabase()
  if (!database) throw new Error(`There is nothing to back up: DATA_DIR (${dataDir()}) has no database.`)
  return database
})
