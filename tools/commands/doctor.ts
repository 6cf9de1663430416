/** `npm run doctor [-- --json]`: checks the settings and everything they refer to, and says how to fix each problem. */
import { join } from 'node:path'
import { DatabaseTooOld } from '../../server/src/platform/db/migrations/foreign-history.ts'
import { printFindings, problem } from '../../server/src/platform/doctor/check.ts'
import { existingDatabase, noDatabase } from '../local-env.ts'
import { DURABLE, startPostgres } from '../postgres/postgres.ts'
import { runProgram } from '../processes/run-program.ts'

await runProgram(join(import.meta.dirname, '../../server/src/doctor.ts'), async () => {
  const database = await existingDatabase().catch((error: unknown) => {
    if (!(error instanceof DatabaseTooOld)) throw error
    printFindings([{ check: 'database', ...problem(error.message) }])
    process.exit()
  })
  if (database) return database
  // As safe as the database that the first start creates.
  const { url, stop } = await startPostgres({ settings: DURABLE })
  return { ...(await noDatabase()), env: { DATABASE_URL: url }, stop }
})
