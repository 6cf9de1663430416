import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { features } from '../../server/src/features.ts'
import { FEATURE_WORDS, leftBehind } from './feature-words.ts'
import { isTest, listFiles, REPOSITORY } from './source.ts'

const names = features.map(({ name }) => name)
const product = listFiles(REPOSITORY).filter((path) => /^(?:api|server|web)\/src\//.test(path) && !isTest(path))
const files = product.map((path) => ({ path, text: readFileSync(join(REPOSITORY, path), 'utf8') }))

it('nothing speaks of a feature that is gone', () => {
  expect(leftBehind(files, names)).toEqual([])
})

it('finds what names it in code, in a text, and in a file name', () => {
  const planted = [
    { path: 'web/src/a.tsx', text: '<p>Games for everybody</p>' },
    { path: 'server/src/game-list.ts', text: '' },
    { path: 'server/src/b.ts', text: 'const points = 1' },
  ]
  const words = { games: /game/i }
  expect(leftBehind(planted, ['games'], words)).toEqual([])
  expect(leftBehind(planted, [], words)).toEqual([
    'web/src/a.tsx: games is gone',
    'server/src/game-list.ts: games is gone',
  ])
})

it('each feature with words of its own says them', () => {
  const silent = Object.entries(FEATURE_WORDS).filter(
    ([name, words]) =>
      names.includes(name) && !files.some(({ path, text }) => path.includes(`/${name}/`) && words.test(text)),
  )
  expect(silent).toEqual([])
})
