import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('does not start with settings it cannot use, and names them all', { timeout: 60_000 }, () => {
  const main = join(import.meta.dirname, 'main.ts')
  const env = { PATH: '/nowhere', CHAIN: 'base', HASH_KEY: 'x'.repeat(32), METRICS_TOKEN: 'x'.repeat(16) }
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' })
  expect(stderr.split('\n')).toEqual([
    'Aura cannot start with these settings:',
    expect.stringMatching(/^DATABASE_URL: /),
    expect.stringMatching(/^PUBLIC_URL: /),
    '',
  ])
  expect([status, stdout]).toEqual([1, ''])
})
