import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const SUFFIX = '?es'
const REACT = /^react(?:-dom)?(?:\/(?:jsx-runtime|client))?$/

const require = createRequire(import.meta.url)

/**
 * Gives React, which is CommonJS, the exports of an ES module. Otherwise every file would copy its exports into an
 * object of getters when it loads, and ask one of them at each element and hook.
 */
export function reactAsEs(): Plugin {
  return {
    name: 'aura-react-as-es',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: REACT },
      async handler(source, importer, { kind }) {
        if (kind !== 'import-statement' || importer?.endsWith(SUFFIX)) return null
        const resolved = await this.resolve(source, importer, { skipSelf: true })
        return resolved && { id: resolved.id + SUFFIX, meta: { source } }
      },
    },
    load: {
      filter: { id: /\/node_modules\/react(?:-dom)?\/.+\?es$/ },
      handler(id) {
        const path = id.slice(0, -SUFFIX.length)
        const names = Object.keys(require(path)).filter((name) => name !== 'default' && !name.startsWith('__'))
        return `import all from ${JSON.stringify(path)}\nexport default all\nexport const { ${names.join(', ')} } = all`
      },
    },
  }
}
