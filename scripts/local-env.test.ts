import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const localEnv = JSON.stringify(join(import.meta.dirname, 'local-env.ts'))

describe('what a local run is told', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'aura-env-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** In a process of its own: a file of settings changes the environment of whoever reads it. */
  function toldWith(shell: Record<string, string>): unknown {
    const program = `import { localEnv, localPort } from ${localEnv}
      const { BETA_ACCESS = null } = process.env
      console.log(JSON.stringify({ ...localEnv(), port: await localPort(), BETA_ACCESS }))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      env: shell,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return JSON.parse(stdout)
  }

  it('stands in .env, but for what the shell sets', () => {
    writeFileSync(
      join(folder, '.env'),
      'PORT=4321\nDATA_DIR=elsewhere\nLOG_LEVEL=debug\n# none\nBETA_ACCESS="closed"\n',
    )
    expect(toldWith({})).toEqual({ DATA_DIR: 'elsewhere', LOG_LEVEL: 'debug', port: 4_321, BETA_ACCESS: 'closed' })
    expect(toldWith({ PORT: '5432', LOG_LEVEL: 'error', BETA_ACCESS: '' })).toEqual({
      DATA_DIR: 'elsewhere',
      LOG_LEVEL: 'error',
      port: 5_432,
      BETA_ACCESS: '',
    })
  })

  it('is made up where nobody says', () => {
    expect(toldWith({ PORT: '4321' })).toEqual({ DATA_DIR: '.data', LOG_LEVEL: 'warn', port: 4_321, BETA_ACCESS: null })
  })
})
