import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compileCache } from '../../../tests/server/compile-cache.ts'

it('npm run admin opens no database for an invalid command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aura-admin-'))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../admin.ts'), 'grant'], {
    cwd: folder,
    env: { ...compileCache(), DATA_DIR: folder },
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain('Nothing is not a wallet address.')
  expect(readdirSync(folder)).toEqual([])
})
