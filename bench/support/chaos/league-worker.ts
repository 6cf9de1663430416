/** Server without HTTP, to be killed: waits for a word, then runs the jobs named. */
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { noLog } from '../../../server/src/platform/http/security/security-log.ts'
import { startScheduler } from '../../../server/src/platform/scheduler/scheduler.ts'
import { scheduledJobs } from '../../../server/src/run-features.ts'
import { benchContext } from '../servers/arena.ts'

async function main(url: string, names: readonly string[]): Promise<void> {
  const ctx = benchContext(await openPg({ url, poolSize: 4 }))
  await ctx.db.query('select 1')
  const onError = (error: unknown) => console.error(error)
  process.once('message', () => {
    const jobs = scheduledJobs(ctx, onError, noLog)
    startScheduler(
      jobs.filter(({ name }) => names.includes(name)),
      { onError },
    )
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}

await main(process.argv[2] ?? '', process.argv.slice(3))
