import { existsSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import { listFiles, REPOSITORY } from './source.ts'

const PATH = /(?<![\w./:@$~-])[\w*][\w.*-]*\/[\w./*-]*[\w*/]/g
const MADE_BY_OPERATORS = /^deploy\/(?:secrets\/|private\.yaml$|ca\.crt$)/

const files = listFiles(REPOSITORY)
const folders = new Set(files.map((file) => file.slice(0, file.indexOf('/') + 1)))

/** Returns whether a path is there, or ends one that is. Paths that start elsewhere and name no source aren't ours. */
function exists(path: string): boolean {
  const isOurs = folders.has(path.slice(0, path.indexOf('/') + 1)) || /\.(?:tsx?|mjs|sol|sql)$/.test(path)
  return !isOurs || existsSync(join(REPOSITORY, path)) || files.some((file) => matchesGlob(file, `**/${path}`))
}

it('pages name only files and folders that exist', () => {
  const named = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(join(REPOSITORY, page), 'utf8').matchAll(PATH)].map(([path]) => ({ page, path })),
    )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ path }) => !MADE_BY_OPERATORS.test(path) && !exists(path))).toEqual([])
})
