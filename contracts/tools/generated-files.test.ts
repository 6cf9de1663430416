import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { generatedFiles } from './generated-files.ts'

const folder = join(import.meta.dirname, '../generated')

/** Compiling takes a second or two, and longer on a busy machine. */
const COMPILING_MS = 60_000

it(
  'what TypeScript sees of the contracts is what the sources compile to (else: npm run contracts)',
  () => {
    const files = generatedFiles()
    const committed = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    expect(committed.sort()).toEqual(Object.keys(files).sort())
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(join(folder, name), 'utf8') === text, name).toBe(true)
    }
  },
  COMPILING_MS,
)
