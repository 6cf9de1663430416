/** `npm run doctor [-- --json]`: checks the settings and everything they refer to, and says how to fix each problem. */
import { join } from 'node:path'
import { existingDatabase, noDatabase } from '../local-env.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { runProgram } from '../processes/run-program.ts'

/** Settings as safe as those of the database that the first start creates. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

await runProgram(join(import.meta.dirname, '../../server/src/doctor.ts'), async () => {
  const database = await existingDatabase()
  if (database) return database
  const { url, stop } = await startPostgres({ settings: DURABLE })
  return { ...(await noDatabase()), env: { DATABASE_URL: url }, stop }
})
