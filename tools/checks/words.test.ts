import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Folders that contain user-facing text. */
const READ = ['web/src', 'api/src', 'content/lessons', 'server/src']

it('every stablecoin is USDC: nothing says USDT but the name of one old field [frame.stablecoin-is-usdc]', () => {
  const found = READ.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|json|md)$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      .filter((name) => /usdt/i.test(readFileSync(join(root, name), 'utf8').replaceAll('totalUsdtEarned', ''))),
  )
  expect(found).toEqual([])
})
