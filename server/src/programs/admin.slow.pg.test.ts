import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Actor } from '../../../tests/server/actors/actors.ts'
import { liveBattle, readBattle } from '../../../tests/server/actors/battles.ts'
import { compileCache } from '../../../tests/server/compile-cache.ts'
import { newPostgresDatabase } from '../../../tests/server/database/open-test-database.ts'
import { openStream } from '../../../tests/server/live-stream.ts'
import { type TestApp, testApp } from '../../../tests/server/test-app.ts'
import { openPg } from '../platform/db/connection/open-pg.ts'

let url: string
let test: TestApp
beforeAll(async () => {
  url = await newPostgresDatabase()
  test = await testApp({ openDb: () => openPg({ url, poolSize: 4 }) })
})
afterAll(() => test.close())

it('a battle voided from a shell updates every page at once', async () => {
  const { ada, id } = await liveBattle(test)
  // The program uses the real clock, by which this battle must not be over.
  await test.ctx.db.query('update battles set ends_at = $1, due_at = $1 where id = $2', ['2100-01-01T00:00:00Z', id])
  const stream = await openStream(test, new Actor(test), 'battles')
  await stream.next()
  const update = stream.next()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../admin.ts'), 'void-battle', id, 'Gifts by bots.'],
    { env: { ...compileCache(), DATABASE_URL: url } },
  )
  expect(stdout).toContain('is cancelled')
  await update
  expect(await readBattle(ada, id)).toMatchObject({ status: 'cancelled', cancelReason: 'Gifts by bots.' })
  stream.close()
})
