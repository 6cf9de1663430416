/**
 * Finds the tables, views and functions that features' SQL uses, by name. A table's name reaches a statement only
 * within a string of some store, so the scan is complete.
 */
import type { DatabaseUse, Feature } from '../../server/src/platform/feature.ts'
import type { Source } from './source.ts'
import { chain, child, children, ofType, strings, word } from './syntax.ts'

/** Owner of each table, view and function by name; `platform` owns its own. */
export type Owners = ReadonlyMap<string, string>

export interface Use {
  by: string
  of: string
  how: keyof DatabaseUse
  path: string
}

const PLATFORM = 'platform'
const USES = ['reads', 'writes', 'calls'] as const satisfies readonly (keyof DatabaseUse)[]

const ownerOf = (path: string): string | undefined =>
  /^server\/src\/(?:features\/([^/]+)|platform)\//
    .exec(path)
    ?.slice(1)
    .map((name) => name ?? PLATFORM)[0]

export const mayHoldSql = (path: string): boolean => /[/-]store[.]ts$|\/tables[.]ts$/.test(path)

/** Returns the tables declared in each `tables.ts` and the routines features provide. Throws if two own one. */
export function ownersOf(sources: readonly Source[], features: readonly Pick<Feature, 'name' | 'database'>[]): Owners {
  const declared = sources.flatMap((source) => {
    const owner = ownerOf(source.path)
    if (owner === undefined || !source.path.endsWith('/tables.ts')) return []
    return ofType(source, 'CallExpression')
      .filter((node) => chain(child(node, 'callee'))[0] === 'pgTable')
      .map((node) => [word(child(children(node, 'arguments')[0], 'expression')) ?? '', owner] as const)
  })
  const provided = features.flatMap(({ name, database }) =>
    (database?.provides ?? []).map((each) => [each, name] as const),
  )
  const owners = new Map<string, string>()
  for (const [name, owner] of [...declared, ...provided]) {
    if (owners.has(name)) throw new Error(`${name} belongs to ${owners.get(name)} and to ${owner}`)
    owners.set(name, owner)
  }
  return owners
}

/** Removes comments, literals and quoted names. */
const bare = (sql: string) => sql.replace(/--.*$/gm, ' ').replace(/'(?:[^']|'')*'|"[^"]*"/g, ' ')

const TARGET = /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|truncate|merge\s+into)\s+$/i

export function usedIn(sql: string, owners: Owners): Pick<Use, 'of' | 'how'>[] {
  const text = bare(sql)
  return [...text.matchAll(/(?<![\w.:#/$-])[a-z_][a-z0-9_]*(?![\w.:/-])/gi)]
    .filter(([name]) => owners.has(name))
    .map(({ 0: of, index }) => {
      if (TARGET.test(text.slice(0, index))) return { of, how: 'writes' }
      return { of, how: /^\s*\(/.test(text.slice(index + of.length)) ? 'calls' : 'reads' }
    })
}

export function foreignUses(sources: readonly Source[], owners: Owners): Use[] {
  return sources.flatMap((source) => {
    const by = ownerOf(source.path)
    if (by === undefined || !mayHoldSql(source.path)) return []
    // In tables.ts a single word is another name, such as a column.
    const texts = strings(source).filter((text) => !source.path.endsWith('/tables.ts') || /\s/.test(text))
    return texts
      .flatMap((text) => usedIn(text, owners))
      .filter(({ of }) => owners.get(of) !== by)
      .map((use) => ({ by, path: source.path, ...use }))
  })
}

/** Returns views and functions as migrations last defined them, by name, without dropped ones. */
export function routines(migrations: readonly string[]): Map<string, string> {
  const start = /^create (?:or replace )?(?:function|view) (\w+)/im
  const pieces = migrations.flatMap((text) => text.split(/^(?=(?:create|alter|drop|insert|update|do)\b)/im))
  const found = new Map<string, string>()
  for (const piece of pieces) {
    const [, made] = start.exec(piece) ?? []
    const [, dropped] = /^drop (?:function|view) (?:if exists )?(\w+)/i.exec(piece) ?? []
    if (made !== undefined) found.set(made, piece)
    if (dropped !== undefined) found.delete(dropped)
  }
  return found
}

/** Returns their uses of other features' objects, and the routines without an owner. */
export function routineUses(found: ReadonlyMap<string, string>, owners: Owners): { uses: Use[]; unowned: string[] } {
  const uses = [...found].flatMap(([name, text]) => {
    const by = owners.get(name)
    if (by === undefined) return []
    return usedIn(text, owners)
      .filter(({ of }) => owners.get(of) !== by)
      .map((use) => ({ by, path: name, ...use }))
  })
  return { uses, unowned: [...found.keys()].filter((name) => !owners.has(name)) }
}

/** Returns uses that no manifest declares, and declarations without a use or with a wrong owner. */
export function undeclared(
  uses: readonly Use[],
  features: readonly Pick<Feature, 'name' | 'database'>[],
  owners: Owners,
): string[] {
  const declared = features.flatMap(({ name, database }) =>
    USES.flatMap((how) =>
      Object.entries(database?.[how] ?? {}).flatMap(([owner, names]) =>
        names.map((of) => ({ key: `${name} ${how} ${of}`, of, owner })),
      ),
    ),
  )
  const known = new Set(declared.map(({ key }) => key))
  const needed = new Map(uses.map((use) => [`${use.by} ${use.how} ${use.of}`, use]))
  return [
    ...[...needed]
      .filter(([key]) => !known.has(key))
      .map(([key, { of, path }]) => `${path}: ${key} of ${owners.get(of)}, undeclared`),
    ...declared.flatMap(({ key, of, owner }) => {
      if (owners.get(of) !== owner) return [`${key}: it is not ${owner}'s`]
      return needed.has(key) ? [] : [`${key}: not needed any more`]
    }),
  ]
}

/** Returns tables that more than two other features read, whose owner should offer a view or a function. */
export function overread(uses: readonly Use[], tables: ReadonlySet<string>): string[] {
  const readers = Map.groupBy(
    uses.filter(({ of, how }) => how === 'reads' && tables.has(of)),
    ({ of }) => of,
  )
  return [...readers]
    .map(([of, list]) => ({ of, by: [...new Set(list.map(({ by }) => by))].sort() }))
    .filter(({ by }) => by.length > 2)
    .map(({ of, by }) => `${of}: ${by.join(', ')}`)
    .sort()
}
