import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

/** In front of the first paint, and copied from `public`, whose files are served as they are. */
const FILE = 'theme.js'
/** It also runs in the oldest browsers. */
const TARGET = 'es2015'

/** Minifies the script that sets the theme. */
export function minifyTheme(): Plugin {
  return {
    name: 'aura-minify-theme',
    apply: 'build',
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler({ dir = '' }) {
        const path = join(dir, FILE)
        const { code, errors } = await minify(FILE, await readFile(path, 'utf8'), { compress: { target: TARGET } })
        if (errors.length > 0) throw new Error(`${FILE}: ${errors.map(({ message }) => message).join('\n')}`)
        await writeFile(path, code)
      },
    },
  }
}
