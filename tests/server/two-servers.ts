import { afterAll, beforeAll } from 'vitest'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { newPostgresDatabase } from './database/open-test-database.ts'
import { type TestApp, testApp } from './test-app.ts'

/**
 * Returns two servers on one database, each with a clock of its own. They run from before the first test of the file or
 * `describe` until after its last one, and are empty until then; `options` is called when they start.
 */
export function twoServers(options: () => NonNullable<Parameters<typeof testApp>[0]> = () => ({})): [TestApp, TestApp] {
  const servers = [{}, {}] as [TestApp, TestApp]
  beforeAll(async () => {
    const url = await newPostgresDatabase()
    const openDb = () => openPg({ url, poolSize: 8 })
    for (const server of servers) Object.assign(server, await testApp({ ...options(), openDb }))
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
  })
  return servers
}
