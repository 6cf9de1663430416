import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { features } from '../../server/src/features.ts'
import { FEATURE_WORDS, featureNames, leftBehind } from './feature-words.ts'
import { isTest, listFiles, parse, parseAll, REPOSITORY } from './source.ts'

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

/** The list may only get shorter. */
const STILL_NAMING = [
  // The locks of all features have a single order.
  'server/src/platform/db/lock-order.ts',
]

it('finds a feature in names, texts and imports of what knows no feature, but not in comments', () => {
  const planted = "// steeze\nimport { a } from './vouch.ts'\nexport const battleOf = a('a lesson', { ledgerId: 1 })"
  expect(featureNames(parse('server/src/platform/planted.ts', planted)).sort()).toEqual([
    './vouch.ts',
    'a lesson',
    'battleOf',
    'ledgerId',
  ])
  expect(featureNames(parse('web/src/ui/planted.ts', "const settings = 'images'"))).toEqual([])
})

it('platform, ui and lib name no feature', () => {
  const shared = product.filter((path) => /^(?:server\/src\/platform|web\/src\/(?:ui|lib))\//.test(path))
  const checked = shared.filter((path) => !STILL_NAMING.includes(path))
  expect(checked.length).toBeGreaterThan(100)
  expect(parseAll(REPOSITORY, checked).flatMap((source) => featureNames(source))).toEqual([])
})
