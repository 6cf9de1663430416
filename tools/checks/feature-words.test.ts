import { expect, it } from 'vitest'
import { featureNames } from './feature-words.ts'
import { isTest, listFiles, parse, parseAll, REPOSITORY } from './source.ts'

const product = listFiles(REPOSITORY).filter((path) => /^(?:api|server|web)\/src\//.test(path) && !isTest(path))

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
