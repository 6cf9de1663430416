import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { checkUnit } from './check-unit.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const folder = mkdtempSync(join(tmpdir(), 'aura-unit-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  vi.unstubAllEnvs()
})

function changed(from: RegExp, to: string): string {
  const file = join(folder, 'aura.service')
  writeFileSync(file, readFileSync(join(DEPLOY, 'aura.service'), 'utf8').replace(from, to))
  return file
}

it('a unit is not taken unseen where systemd-analyze is missing', async () => {
  vi.stubEnv('PATH', '/nowhere')
  await expect(checkUnit(join(DEPLOY, 'aura.service'))).rejects.toThrow('systemd-analyze')
})

describe.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)('systemd', () => {
  it.each(['aura.service', 'aura-edge.service'])('takes %s, which exposes little', async (name) => {
    expect(await checkUnit(join(DEPLOY, name))).toMatch(new RegExp(`^Overall exposure level for ${name}: [01]\\.`))
  })

  it('refuses what it does not know, and a service that may call anything', async () => {
    await expect(checkUnit(changed(/^Restart=always$/m, 'Restart=ever'))).rejects.toThrow(': ever')
    await expect(checkUnit(changed(/^SystemCallFilter=.*$/gm, ''))).rejects.toThrow('Overall exposure')
  })
})
