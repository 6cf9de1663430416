import { afterAll, beforeAll } from 'vitest'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { newPostgresDatabase } from './database/open-test-database.ts'
import type { TestApp, testApp } from './test-app.ts'

type Database = Pick<NonNullable<Parameters<typeof testApp>[0]>, 'openDb'>

/**
 * Returns two servers on one database, each with a clock of its own. They run from before the first test of the file or
 * `describe` until after its last one, and are empty until then; `open` is called for each when they start.
 */
export function twoServers<App extends TestApp>(open: (database: Database) => Promise<App>): [App, App] {
  const servers = [{}, {}] as [App, App]
  beforeAll(async () => {
    const url = await newPostgresDatabase()
    const openDb = () => openPg({ url, poolSize: 8 })
    for (const server of servers) Object.assign(server, await open({ openDb }))
  })
  afterAll(async () => {
    // A server that failed to start has no close; calling it would hide the error of the start.
    for (const server of servers) await server.close?.()
  })
  return servers
}
