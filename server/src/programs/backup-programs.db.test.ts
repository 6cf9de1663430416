import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, it } from 'vitest'
import { apOf, ledgerPerson } from '../../../tests/server/actors/ledger.ts'
import { compileCache } from '../../../tests/server/compile-cache.ts'
import { newPostgresDatabase } from '../../../tests/server/database/open-test-database.ts'
import { memoryFiles } from '../../../tests/server/memory-files.ts'
import { askForBackup, openBackupDoor } from '../platform/backup/backup-door.ts'
import { writeBackup } from '../platform/backup/write-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { openPg } from '../platform/db/connection/open-pg.ts'
import { openPglite } from '../platform/db/connection/open-pglite.ts'
import { migrate } from '../platform/db/migrations/migrate.ts'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'aura-backup-'))
  ended.push(() => rmSync(path, { recursive: true }))
  return path
}

/** Settings of an empty place, in the kind of database this run is about. */
async function emptyDatabase(): Promise<{ DATA_DIR: string; DATABASE_URL: string }> {
  const isEmbedded = inject('database').kind === 'pglite'
  return { DATA_DIR: newFolder(), DATABASE_URL: isEmbedded ? '' : await newPostgresDatabase({ isMigrated: false }) }
}

const openAt = ({ DATA_DIR, DATABASE_URL }: Awaited<ReturnType<typeof emptyDatabase>>) =>
  DATABASE_URL === '' ? openPglite({ dataDir: join(DATA_DIR, 'pglite') }) : openPg({ url: DATABASE_URL, poolSize: 2 })

function run(program: string, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', `${program}.ts`), ...args], {
    cwd: newFolder(),
    env: { ...compileCache(), ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (part) => {
    stdout += part
  })
  child.stderr.on('data', (part) => {
    stderr += part
  })
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

it('npm run backup and npm run restore move a database to an empty place, and refuse any other', async () => {
  const [from, to, folder] = [await emptyDatabase(), await emptyDatabase(), join(newFolder(), 'copy')]
  const db = await openAt(from)
  await migrate(db)
  const person = await ledgerPerson(db, 70)
  await db.close()

  const written = await run('backup', { ...from, METRICS_TOKEN: 'a token of the operator' }, folder)
  const database = from.DATABASE_URL === '' ? [] : ['DATABASE_URL']
  expect([written.code, written.stderr, written.stdout]).toEqual([
    0,
    '',
    expect.stringContaining(
      `Keep these secrets elsewhere, the backup has none: ${[...database, 'METRICS_TOKEN'].join(', ')}.`,
    ),
  ])
  expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).not.toContain('a token of the operator')

  const restored = await run('restore', to, folder)
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  expect(restored.stdout).toMatch(/^Restored \d+ rows and 0 images of 20\d\d-/)
  expect(await run('audit', to)).toMatchObject({ code: 0, stdout: expect.not.stringContaining('BROKEN') })
  const copy = await openAt(to)
  expect(await apOf(copy, person)).toMatchObject({ free: 70 })
  await copy.close()

  expect(await run('restore', to, folder)).toMatchObject({
    code: 1,
    stderr: 'The database is not empty. Restore into a new one.\n',
  })
  expect(await run('restore', to, newFolder())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is no backup'),
  })
  expect(await run('backup', from)).toMatchObject({ code: 1, stderr: expect.stringContaining('Name the folder') })
})

it('npm run backup asks the server that holds the embedded database', async () => {
  const dataDir = newFolder()
  const db = await openPglite({ dataDir: join(dataDir, 'pglite') })
  ended.push(() => db.close())
  await migrate(db)
  const subject = {
    db,
    files: memoryFiles(),
    filesNamed: async () => [],
    named: { settings: [], secrets: [] },
    clock: systemClock,
  }
  const folder = join(newFolder(), 'copy')

  const alone = await run('backup', { DATA_DIR: dataDir }, folder)
  expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining('stop that Aura first') })
  ended.push(openBackupDoor(dataDir, (path) => writeBackup(path, subject)))
  const asked = await run('backup', { DATA_DIR: dataDir }, folder)
  expect([asked.code, asked.stderr, existsSync(join(folder, 'manifest.json'))]).toEqual([0, '', true])
  const again = await run('backup', { DATA_DIR: dataDir }, folder)
  expect(again).toMatchObject({ code: 1, stderr: `${folder} exists. Name a new folder.\n` })
})

it('a backup that a server writes ends when its asker wants no more', async () => {
  const dataDir = newFolder()
  const [began, stop] = [Promise.withResolvers<void>(), new AbortController()]
  const write = async (_folder: string, signal: AbortSignal) => {
    began.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    throw new Error('interrupted')
  }
  const close = openBackupDoor(dataDir, write)
  ended.push(close)
  const asked = askForBackup(dataDir, 'copy', stop.signal)
  await began.promise
  stop.abort()
  await expect(asked).rejects.toThrow('interrupted')
})

it('npm run backup makes no database where there is none', async () => {
  const dataDir = newFolder()
  const { code, stderr } = await run('backup', { DATA_DIR: dataDir }, join(dataDir, 'copy'))
  expect([code, stderr, existsSync(join(dataDir, 'pglite'))]).toEqual([
    1,
    `There is nothing to back up: DATA_DIR (${dataDir}) has no database.\n`,
    false,
  ])
})
