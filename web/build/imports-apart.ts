import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Modules that name what other modules export: the package of icons, and features' entries. */
const IMPORT = /import \{([^}]+)\} from '(lucide-react|#features\/[\w-]+)'/g
const RE_EXPORT = /^export \{([^}]+)\} from '(\.[^']+)'/gm

/** `file` exports `name`. */
interface Source {
  file: string
  name: string
}

/**
 * Imports from the module that exports something, past the module that lists it. Otherwise everything on a list would
 * seem to be needed where one of its names is, and the first screens' files would hold all of it.
 */
export function importsApart(): Plugin {
  const lists = new Map<string, Promise<ReadonlyMap<string, Source>>>()
  return {
    name: 'aura-imports-apart',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/, code: IMPORT },
      async handler(code, importer) {
        let result = code
        for (const [whole, names = '', from = ''] of code.matchAll(IMPORT)) {
          const list = (await this.resolve(from, importer))?.id
          if (list === undefined) continue
          if (!lists.has(list)) lists.set(list, sourcesOf(list))
          const sources = await lists.get(list)
          const imports = specifiers(names).map(([name, local]) => {
            const source = sources?.get(name)
            return `import { ${source?.name ?? name} as ${local} } from ${JSON.stringify(source?.file ?? from)}`
          })
          result = result.replace(whole, () => imports.join('; '))
        }
        return result
      },
    },
  }
}

async function sourcesOf(list: string): Promise<ReadonlyMap<string, Source>> {
  const code = await readFile(list, 'utf8')
  const sources = new Map<string, Source>()
  for (const [, names = '', path = ''] of code.matchAll(RE_EXPORT))
    for (const [name, exported] of specifiers(names)) sources.set(exported, { file: join(dirname(list), path), name })
  return sources
}

/** Returns the pairs of `one, two as 2`, without types. */
function specifiers(names: string): [string, string][] {
  return names
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('type '))
    .map((each) => {
      const [name = '', alias = name] = each.split(' as ')
      return [name, alias]
    })
}
