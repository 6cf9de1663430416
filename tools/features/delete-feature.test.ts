import { describe, expect, it } from 'vitest'
import { FEATURE_WORDS, leftBehind } from '../checks/feature-words.ts'
import { deleteFeature, deleteFromContract, productFiles, staleReads, unownedRoutines } from './delete-feature.ts'
import { deadCode, productTypeErrors } from './find-faults.ts'
import { copyTree } from './tree-copy.ts'

/**
 * `mentions` is how many files outside the feature may say its word: every file of `api/src`, `server/src` and `web/src`
 * counts where it stands in code, a comment or a text; tests don't. `wordOnly` is how many of them nothing but the rule
 * about words may find, because neither the compiler, nor knip, nor the declared reads object to them: texts of screens,
 * for the most part. `routines` are the database's, until a migration drops them.
 */
const DELETED = [
  { name: 'vouching', mentions: 10, wordOnly: 6, routines: ['know_voucher'] },
  { name: 'push', mentions: 10, wordOnly: 6, routines: ['queue_pushes'] },
]

describe.each(DELETED)('a tree without $name', ({ name, ...most }) => {
  it('has no leftover that no check finds', { timeout: 600_000 }, async () => {
    const { root, remove } = copyTree()
    try {
      deleteFeature(root, name)
      const said = FEATURE_WORDS[name] as RegExp
      const leftovers = productFiles(root).filter(({ path, text }) => said.test(path) || said.test(text))
      const paths = leftovers.map(({ path }) => path).join('\n')
      process.stdout.write(`${leftovers.length} files mention ${name} outside of it:\n${paths}\n`)
      expect(leftovers.length, paths).toBeLessThanOrEqual(most.mentions)
      expect(leftBehind(productFiles(root), [], { [name]: said })).toHaveLength(leftovers.length)

      expect(unownedRoutines(root, name)).toEqual(most.routines)
      const found = new Set([...staleReads(root, name), ...(await deadCode(root))])
      // The compiler sees what the contract no longer says only once the contract's own lines are gone, too.
      for (const path of deleteFromContract(root, name)) found.add(path)
      for (const path of (await productTypeErrors(root)).keys()) found.add(path)
      const wordOnly = leftovers.map(({ path }) => path).filter((path) => !found.has(path))
      expect(wordOnly.length, wordOnly.join('\n')).toBeLessThanOrEqual(most.wordOnly)
    } finally {
      remove()
    }
  })
})
