import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import type { Actor } from '../../tests/server/actors/actors.ts'
import { type TestApp, testApp } from '../../tests/server/test-app.ts'
import { startDatabase } from './database.ts'

/** Runs work on the whole server in this process, with a database of its own, and the tests' clock and chain. */
export async function onProduct<T>(
  options: Omit<NonNullable<Parameters<typeof testApp>[0]>, 'openDb'>,
  work: (test: TestApp) => Promise<T>,
): Promise<T> {
  const database = await startDatabase()
  const test = await testApp({ ...options, openDb: () => openPg({ url: database.url, poolSize: 4 }) })
  const result = await work(test)
  await test.close()
  await database.stop()
  return result
}

export async function totalAp(people: readonly Actor[]): Promise<number> {
  const all = await Promise.all(people.map((actor) => actor.me()))
  return all.reduce((total, { auraPoints }) => total + auraPoints, 0)
}
