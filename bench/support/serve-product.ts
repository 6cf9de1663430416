import type { AddressInfo } from 'node:net'
import { buildApp } from '../../server/src/app.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { noLog } from '../../server/src/platform/http/security/security-log.ts'
import type { Limits } from '../../server/src/platform/limits.ts'
import { startScheduler } from '../../server/src/platform/scheduler/scheduler.ts'
import type { Settings } from '../../server/src/platform/settings.ts'
import { scheduledJobs } from '../../server/src/run-features.ts'
import { productContext } from '../../tests/server/product/arena.ts'
import { BENCH_ORIGIN } from './ask.ts'

export interface ProductStart {
  databaseUrl: string
  limits?: Partial<Limits>
  settings?: Partial<Settings>
  /** Names of scheduled jobs to run; none by default. */
  jobs?: readonly string[] | 'all'
}

/** Serves the product on a free port. `prepare` may complete the context before. */
export async function serveProduct(
  { databaseUrl, limits, settings, jobs = [] }: ProductStart,
  prepare: (ctx: Context) => void = () => {},
) {
  const db = await openPg({ url: databaseUrl, poolSize: 16 })
  const ctx = productContext(db, { limits, settings: { origin: BENCH_ORIGIN, ...settings } })
  prepare(ctx)
  const app = await buildApp(ctx)
  const onError = (error: unknown) => console.error(error)
  const wanted = scheduledJobs(ctx, onError, noLog).filter(({ name }) => jobs === 'all' || jobs.includes(name))
  startScheduler(wanted, { onError })
  await app.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 })
  const close = () => app.close().then(() => db.close())
  return { ctx, app, port: (app.server.address() as AddressInfo).port, close }
}
