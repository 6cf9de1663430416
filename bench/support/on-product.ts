import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { type TestApp, testApp } from '../../tests/server/test-app.ts'
import { startDatabase } from './database.ts'

/** Runs work on the whole server in this process, with a database of its own, and the tests' clock and chain. */
export async function onProduct<T>(
  options: Omit<NonNullable<Parameters<typeof testApp>[0]>, 'openDb'>,
  work: (test: TestApp) => Promise<T>,
): Promise<T> {
  const database = await startDatabase()
  const db = await openPg({ url: database.url, poolSize: 4 })
  const test = await testApp({ ...options, openDb: async () => db })
  try {
    return await work(test)
  } finally {
    await test.close()
    await database.stop()
  }
}
