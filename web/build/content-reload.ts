import { join } from 'node:path'
import type { Plugin } from 'vite'

const CONTENT = join(import.meta.dirname, '../../content')

/** Reloads the page in development when a lesson or a term changes. */
export const contentReload = (): Plugin => ({
  name: 'content-reload',
  apply: 'serve',
  configureServer({ watcher, ws }) {
    watcher.add(CONTENT)
    watcher.on('all', (_event, path) => {
      if (path.startsWith(CONTENT)) ws.send({ type: 'full-reload' })
    })
  },
})
