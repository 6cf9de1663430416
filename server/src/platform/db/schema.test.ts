import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import config from '../../../drizzle.config.ts'

const root = join(import.meta.dirname, '../../../..')
const drizzleKit = join(root, 'node_modules/drizzle-kit/bin.cjs')

it('matches the migrations: nothing is left to generate', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aura-schema-'))
  const out = join(folder, 'migrations')
  await mkdir(join(out, 'meta'), { recursive: true })
  const journal = { version: '7', dialect: 'postgresql', entries: [] }
  await writeFile(join(out, 'meta/_journal.json'), JSON.stringify(journal))
  await copyFile(join(root, 'server/migrations/snapshot.json'), join(out, 'meta/0000_snapshot.json'))
  const copy = { ...config, out: relative(root, out) }
  await writeFile(join(folder, 'drizzle.config.json'), JSON.stringify(copy))
  const args = [drizzleKit, 'generate', '--config', relative(root, join(folder, 'drizzle.config.json'))]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root })
  expect(`${stdout}${stderr}`).toContain('No schema changes, nothing to migrate')
  expect(`${stdout}${stderr}`).toContain('ledger_transfers')
  expect(await readdir(out)).toEqual(['meta'])
})
