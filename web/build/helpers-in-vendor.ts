import type { Plugin, Rolldown } from 'vite'

const IMPORT = /import *\{([^}]+)\} *from *"\.\/rolldown-runtime-[\w-]+\.js";/
const EXPORT = /export *\{([^}]+)\};?\s*$/

/** Moves Rolldown's helpers, which it keeps in a file of their own, to the libraries: one request less on every page. */
export function helpersInVendor(): Plugin {
  return {
    name: 'aura-helpers-in-vendor',
    apply: 'build',
    generateBundle: {
      // Vite's own plugins name the files that a page loads.
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
        const named = (name: string) => {
          const chunk = chunks.find((each) => each.name === name)
          if (!chunk) throw new Error(`the build has no ${name}`)
          return chunk
        }
        const helpers = named('rolldown-runtime')
        const vendor = named('vendor')
        const exported = pairs(EXPORT, helpers.code)
        const own = pairs(IMPORT, vendor.code)
        vendor.code = [
          `const{${exported.map(([, name]) => `${name}:helper_${name}`)}}=(()=>{`,
          helpers.code.replace(EXPORT, `return{${exported.map(([local, name]) => `${name}:${local}`)}}`),
          `})(),${own.map(([name, local]) => `${local}=helper_${name}`)};`,
          vendor.code.replace(IMPORT, ''),
          `export{${exported.map(([, name]) => `helper_${name}`)}};`,
        ].join('')
        for (const chunk of chunks) {
          if (!chunk.imports.includes(helpers.fileName)) continue
          chunk.imports = chunk.imports.filter((file) => file !== helpers.fileName)
          if (chunk === vendor) continue
          if (!chunk.imports.includes(vendor.fileName)) chunk.imports.push(vendor.fileName)
          const from = `from"./${vendor.fileName.split('/').at(-1)}";`
          const names = pairs(IMPORT, chunk.code).map(([name, local]) => `helper_${name} as ${local}`)
          chunk.code = chunk.code.replace(IMPORT, () => `import{${names}}${from}`)
        }
        delete bundle[helpers.fileName]
      },
    },
  }
}

/** Returns the names of an import or export, as `[before, after]` of its `as`. */
function pairs(list: RegExp, code: string): [string, string][] {
  const names = list.exec(code)?.[1]
  if (names === undefined) throw new Error(`a file doesn't name Rolldown's helpers as expected: ${code.slice(0, 100)}`)
  return names.split(',').map((each) => {
    const [name = '', alias = name] = each.trim().split(' as ')
    return [name, alias]
  })
}
