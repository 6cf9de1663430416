import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { hashOfSources } from './web-build.ts'

it.each([
  'web/src/app.tsx',
  'api/src/ids.ts',
  'drawing/src/ring.ts',
  'lab/src/run.ts',
  'contracts/generated/lab/lottery.json',
  'package-lock.json',
])('is done again after a change of %s', (path) => {
  const root = mkdtempSync(join(tmpdir(), 'aura-sources-'))
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  const hashOf = (text: string) => {
    writeFileSync(file, text)
    return hashOfSources(root)
  }
  expect(hashOf('b')).not.toBe(hashOf('a'))
})
