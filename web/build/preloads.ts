import { join } from 'node:path'
import { type Plugin, type Rolldown, runnerImport } from 'vite'
import { LANDING_WORDS } from '../src/features/landing/words.ts'
import type { Feature } from '../src/lib/feature.ts'

const SOURCES = join(import.meta.dirname, '../src')
const SIGNED_IN = 'shell/guards/signed-in.tsx'
const VISITOR = 'shell/guards/visitor.tsx'
const WHO = '/api/auth/user'
const LANDING = 'features/landing/hero-aura.tsx'
/** The headline's font, which the first picture needs. Others would share a slow connection with the scripts. */
const LANDING_FONTS = /\/headline-[^/]+\.woff2$/

/** Only features' declarations are read, and styles can't be run here. */
const withoutStyles: Plugin = {
  name: 'aura-without-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-styles' : null),
  load: (id) => (id === '\0no-styles' ? 'export default {}' : null),
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/**
 * Writes `preloads.json`: for each address, and for visitors and signed-in people, the files its screen needs beside
 * the first page's, its first requests, what some subjects need besides, and its title. The server names them in the
 * page, so that a browser loads all at once instead of one after the other and shows the title meanwhile.
 */
export function preloads(): Plugin {
  return {
    name: 'aura-preloads',
    apply: 'build',
    enforce: 'post',
    // The page holds a text to show first. Styles, responses and pictures come before the code that replaces it.
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
    },
    async generateBundle(_, bundle) {
      const { module } = await runnerImport<{ features: readonly Feature[] }>(join(SOURCES, 'features.ts'), {
        root: join(import.meta.dirname, '..'),
        configFile: false,
        plugins: [withoutStyles],
        logLevel: 'error',
      })
      const chunks: Chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
      )
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
      if (!entry) throw new Error('the build has no entry')
      const first = new Set(filesOf(entry, chunks))
      const needs = (sources: readonly string[]) => [
        ...new Set(
          sources.flatMap((source) => filesOf(chunkOf(source, chunks), chunks)).filter((file) => !first.has(file)),
        ),
      ]
      const landingFonts = Object.keys(bundle).filter((name) => LANDING_FONTS.test(name))
      const pages = module.features.flatMap(({ screens = [] }) =>
        screens.map(({ path, title, about, load, visitor, reads = [], besides = {} }) => {
          const screen = sourceOf(load)
          const visited = visitor === 'landing' ? [LANDING] : visitor === 'screen' ? [VISITOR, screen] : [VISITOR]
          return {
            path,
            title,
            about,
            isForVisitors: visitor === 'screen',
            besides: Object.fromEntries(
              Object.entries(besides).map(([name, part]) => [
                name,
                { files: needs([sourceOf(part.load)]), reads: part.reads },
              ]),
            ),
            ...(visitor === 'landing' && { landing: LANDING_WORDS }),
            signedIn: { files: needs([SIGNED_IN, screen]), reads: [WHO, ...reads] },
            visitor: {
              files: [...needs(visited), ...(visitor === 'landing' ? landingFonts : [])],
              reads: visitor === 'screen' ? reads : [],
            },
          }
        }),
      )
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(pages) })
    },
  }
}

/** Returns the module that `load` imports, as a path below the sources. */
function sourceOf(load: () => unknown): string {
  const [, source] = /["'](?:\/src\/)?([^"']+\.tsx)["']/.exec(String(load)) ?? []
  if (source === undefined) throw new Error(`a screen's load imports nothing: ${load}`)
  return source
}

function chunkOf(source: string, chunks: Chunks): Rolldown.OutputChunk {
  const found = [...chunks.values()].find(({ facadeModuleId, moduleIds }) =>
    [facadeModuleId, ...moduleIds].some((id) => id?.endsWith(`/src/${source}`)),
  )
  if (!found) throw new Error(`the build has no ${source}`)
  return found
}

/** Returns a chunk's file and styles after those of what it imports, which is the order in which styles apply. */
function filesOf(chunk: Rolldown.OutputChunk, chunks: Chunks, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.flatMap((name) => {
    const next = chunks.get(name)
    return next ? filesOf(next, chunks, seen) : []
  })
  return [...imported, chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]
}
