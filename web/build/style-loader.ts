import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/**
 * Replaces the code with which Vite loads a lazy part's styles. Scripts import one another by themselves, and the first
 * page is small, so it carries only what styles need: each is loaded once, before the part runs, and again after a
 * failure.
 */
export function styleLoader(): Plugin {
  return {
    name: 'aura-style-loader',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? CODE : null),
  }
}

const CODE = `
const loading = {}
const load = (file) => new Promise((resolve, reject) => {
  const href = '/' + file
  if (document.querySelector('link[rel=stylesheet][href="' + href + '"]')?.sheet) return resolve()
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href, onload: resolve, onerror: () => {
    link.remove()
    delete loading[file]
    reject(new Error('no ' + href))
  } })
  document.head.append(link)
})
export const __vitePreload = (part, files = []) => Promise.all(files.map((file) => (loading[file] ??= load(file)))).then(part)
`
