import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { features } from '../../server/src/features.ts'
import { isTest, listFiles, parseAll } from '../checks/source.ts'
import { foreignUses, mayHoldSql, ownersOf, routines, routineUses, undeclared, usedIn } from '../checks/sql-walls.ts'
import { strings } from '../checks/syntax.ts'

/** Files with one line or one import for each feature. */
const LISTS = ['server/src/features.ts', 'web/src/features.ts', 'api/src/calls.ts']

/** All that belongs to a feature; not every feature has each. */
const pathsOf = (name: string) => [
  `server/src/features/${name}`,
  `web/src/features/${name}`,
  `api/src/calls/${name}.ts`,
  `api/src/calls/${name}`,
  `api/src/rules/${name}.ts`,
  `api/src/rules/${name}.test.ts`,
]

/** Deletes a feature as CONTRIBUTING says: its folders, its files of the contract, and its lines in the lists. */
export function deleteFeature(root: string, name: string): void {
  for (const path of pathsOf(name)) rmSync(join(root, path), { recursive: true, force: true })
  const line = new RegExp(
    `^.*(?:/${name}/feature[.]ts'|/calls/${name}[.]ts'|  (?:[.]{3})?${name}(?:Feature|Calls),).*\\n`,
    'gm',
  )
  for (const path of LISTS.filter((path) => existsSync(join(root, path)))) {
    const text = readFileSync(join(root, path), 'utf8')
    writeFileSync(join(root, path), text.replace(line, ''))
  }
}

/**
 * Deletes what the contract says of a feature whose file of calls is deleted: the imports of that file in `api/src`,
 * and what they named, from a list or with its whole line. Returns the files it changed.
 */
export function deleteFromContract(root: string, name: string): string[] {
  return globSync('api/src/**/*.ts', { cwd: root }).filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const [line, names = ''] =
      new RegExp(`^import (?:type )?[{]([^}]*)[}] from '[./]+(?:calls/)?${name}[.]ts'\\n`, 'm').exec(text) ?? []
    if (line === undefined) return false
    const named = `(?:${names.match(/\w+/g)?.join('|')})\\b`
    const [inList, inLine] = [new RegExp(`, [.]{3}${named}`, 'g'), new RegExp(`^.*\\b${named}.*\\n`, 'gm')]
    writeFileSync(join(root, path), text.replace(line, '').replace(inList, '').replace(inLine, ''))
    return true
  })
}

function ownersWithout(root: string, name: string) {
  const paths = listFiles(root).filter((path) => path.startsWith('server/src/') && !isTest(path))
  const sources = parseAll(root, paths.filter(mayHoldSql))
  const platform = { name: 'platform', database: { provides: ['answers_with_keys'] } }
  const all = [...features.filter((feature) => feature.name !== name), platform]
  return { sources, all, owners: ownersOf(sources, all) }
}

/** Returns the views and functions of the database that nobody provides once the feature is gone. */
export function unownedRoutines(root: string, name: string): string[] {
  const migrations = globSync('server/migrations/*.sql', { cwd: root }).sort()
  const found = routines(migrations.map((path) => readFileSync(join(root, path), 'utf8')))
  return routineUses(found, ownersWithout(root, name).owners).unowned
}

/** Returns the files of the product, without its tests. */
export const productFiles = (root: string): { path: string; text: string }[] =>
  listFiles(root)
    .filter((path) => /^(?:api|server|web)\/src\//.test(path) && !isTest(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Returns the manifests and stores that still name a deleted feature's table, by the check of declared reads. */
export function staleReads(root: string, name: string): Set<string> {
  const { sources, all, owners } = ownersWithout(root, name)
  const faults = undeclared(foreignUses(sources, owners), all, owners)
  const stale = faults.flatMap((fault) => {
    const [, by, table] = /^(\S+) \w+ (\w+): it is not /.exec(fault) ?? []
    return by !== undefined && table !== undefined ? [{ by, table }] : []
  })
  const gone = new Map(stale.map(({ table }) => [table, name]))
  const stores = sources.filter((source) => strings(source).some((text) => usedIn(text, gone).length > 0))
  return new Set([...stale.map(({ by }) => `server/src/features/${by}/feature.ts`), ...stores.map(({ path }) => path)])
}
