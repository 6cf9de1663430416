import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compileCache } from '../../../tests/server/compile-cache.ts'
import { holding } from '../../../tests/server/database/holding.ts'
import { newPostgresDatabase } from '../../../tests/server/database/open-test-database.ts'
import { openPg } from '../platform/db/connection/open-pg.ts'

const parent = mkdtempSync(join(tmpdir(), 'aura-backup-'))

it.each(['SIGTERM', 'SIGHUP'] as const)('npm run backup ends by %s and leaves nothing behind', async (signal) => {
  const url = await newPostgresDatabase()
  const db = await openPg({ url, poolSize: 2 })
  const letGo = await holding(db, (tx) => tx.query('lock table users in access exclusive mode'))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../backup.ts'), join(parent, 'copy')], {
    cwd: tmpdir(),
    env: { ...compileCache(), DATABASE_URL: url },
  })
  const ended = once(child, 'close')
  let stderr = ''
  child.stderr.on('data', (part) => {
    stderr += part
  })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await db.query(waiting)).length === 0 && child.exitCode === null);
  expect(readdirSync(parent)).toEqual([expect.stringMatching(/^copy\..*\.unfinished$/)])
  child.kill(signal)
  await letGo()
  expect([(await ended)[0], stderr]).toEqual([130, 'The backup was interrupted. Nothing of it is left.\n'])
  expect(readdirSync(parent)).toEqual([])
  await db.close()
})
