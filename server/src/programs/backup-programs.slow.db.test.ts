import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { apOf, ledgerPerson } from '../../../tests/server/actors/ledger.ts'
import { compileCache } from '../../../tests/server/compile-cache.ts'
import { newPostgresDatabase } from '../../../tests/server/database/open-test-database.ts'
import { openPg } from '../platform/db/connection/open-pg.ts'
import { migrate } from '../platform/db/migrations/migrate.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'aura-backup-'))

const emptyDatabase = async () => ({
  DATA_DIR: newFolder(),
  DATABASE_URL: await newPostgresDatabase({ isMigrated: false }),
})

const openAt = ({ DATABASE_URL }: { DATABASE_URL: string }) => openPg({ url: DATABASE_URL, poolSize: 2 })

function run(program: string, env: Record<string, string>, ...args: string[]) {
  const path = join(import.meta.dirname, '..', `${program}.ts`)
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], {
    cwd: newFolder(),
    env: { ...compileCache(), ...env },
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

it('npm run backup and npm run restore move a database to an empty place, and refuse any other', async () => {
  const [from, to, folder] = [await emptyDatabase(), await emptyDatabase(), join(newFolder(), 'copy')]
  const db = await openAt(from)
  await migrate(db)
  const person = await ledgerPerson(db, 70)
  await db.close()

  const written = run('backup', { ...from, METRICS_TOKEN: 'a token of the operator' }, folder)
  expect([written.code, written.stderr, written.stdout]).toEqual([
    0,
    '',
    expect.stringContaining('Keep these secrets elsewhere, the backup has none: METRICS_TOKEN.'),
  ])
  expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).not.toContain('a token of the operator')

  const restored = run('restore', to, folder)
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  expect(restored.stdout).toMatch(/^Restored \d+ rows and 0 images of 20\d\d-/)
  expect(run('audit', to)).toMatchObject({ code: 0, stdout: expect.not.stringContaining('BROKEN') })
  const copy = await openAt(to)
  expect(await apOf(copy, person)).toMatchObject({ free: 70 })
  await copy.close()

  expect(run('restore', to, folder)).toMatchObject({
    code: 1,
    stderr: 'The database is not empty. Restore into a new one.\n',
  })
  expect(run('restore', to, newFolder())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is no backup'),
  })
  expect(run('backup', from)).toMatchObject({ code: 1, stderr: expect.stringContaining('Name the folder') })
})
