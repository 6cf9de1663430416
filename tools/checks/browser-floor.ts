/** Finds what the floor's browsers lack in the built web app. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { BROWSER_FLOOR } from '../../web/build/browser-floor.ts'

const require = createRequire(import.meta.url)

type Versions = Partial<Record<string, string>>

interface WebFeatures {
  features: Record<string, { status?: { by_compat_key?: Record<string, { support: Versions }> } }>
}

/** What a page asks for before it uses it, doesn't need, or only shares the name with something newer. */
const TOLERATED = new Set(
  [
    // Asked for before use: by ourselves, @noble/hashes and ox, React, Base UI.
    'trustedTypes createPolicy createScriptURL',
    'Uint8Array.fromHex Uint8Array.fromBase64 fromHex toHex',
    'startViewTransition skipTransition',
    'checkVisibility',
    // Videos are offered only where the browser encodes them.
    'VideoEncoder VideoEncoder.isConfigSupported VideoFrame EncodedVideoChunk EncodedAudioChunk copyTo allocationSize',
    'Symbol.dispose Symbol.asyncDispose',
    // Methods of libraries and labs.
    'transfer format toArray respond canParse configure seek',
    // No worse without.
    'accent-color scrollbar-color scrollbar-width text-wrap overscroll-behavior overscroll-behavior-x',
    'ascent-override descent-override line-gap-override size-adjust',
    'font-feature-settings font-variation-settings',
    // Written with their prefix, too.
    'line-clamp mask-composite mask-image user-select',
  ].flatMap((names) => names.split(' ')),
)

const versionOf = (text = ''): number => {
  const [major = Number.POSITIVE_INFINITY, minor = 0] = text.match(/\d+/g)?.map(Number) ?? []
  return major * 1_000 + minor
}

interface Newer {
  /** Compatibility keys of what a browser of the floor lacks. */
  keys: ReadonlySet<string>
  /** Names of methods that only newer interfaces have. */
  methods: ReadonlySet<string>
}

const METHOD = /^(?:api|javascript[.]builtins)[.]\w+[.](\w+?)(?:_static)?$/

function readNewer(): Newer {
  const { features } = JSON.parse(readFileSync(require.resolve('web-features/data.json'), 'utf8')) as WebFeatures
  const browsers = Object.entries(BROWSER_FLOOR)
  const keys = new Set<string>()
  const [methods, older] = [new Set<string>(), new Set<string>()]
  for (const { status } of Object.values(features)) {
    for (const [key, { support }] of Object.entries(status?.by_compat_key ?? {})) {
      const isNewer = browsers.some(([browser, floor]) => versionOf(support[browser]) > versionOf(floor))
      if (isNewer) keys.add(key)
      const method = METHOD.exec(key)?.[1]
      // A library's own method can have the name of one that only some browser ever had.
      if (method !== undefined && !isNewer) older.add(method)
      else if (method !== undefined && browsers.every(([browser]) => support[browser])) methods.add(method)
    }
  }
  return { keys, methods: new Set([...methods].filter((name) => !older.has(name))) }
}

let read: Newer | undefined
const newer = (): Newer => {
  read ??= readNewer()
  return read
}

const isTolerated = (name: string) => TOLERATED.has(name)

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** The hash in a file's name may end in a newer global's name: `./library-Ceo_n-ML.js`. */
const FILE_NAME = /[.][/][\w.-]+[.]js\b/g

/** Returns the globals, static members and methods of a script that are newer, such as `AbortSignal.any`. */
export function newerInScript(script: string): string[] {
  const text = script.replaceAll(FILE_NAME, '')
  const { keys, methods } = newer()
  const isNewer = (name: string) =>
    [`api.${name}`, `api.${name}_static`, `javascript.builtins.${name}`].some((key) => keys.has(key))
  const globals = namesIn(text, /(?<![.\w$])(?:(?:window|globalThis|self)[?]?[.])?([A-Za-z]\w+)(?=[?.(])/g)
  const statics = namesIn(text, /(?<![\w$])([A-Z]\w+[.]\w+)/g)
  const named = [...globals, ...statics].filter(isNewer)
  const called = namesIn(text, /[.](\w+)(?:[?][.])?\(/g).filter((name) => methods.has(name))
  const calledOtherwise = called.filter((name) => !named.some((known) => known.endsWith(`.${name}`)))
  return [...new Set([...named, ...calledOtherwise])].filter((name) => !isTolerated(name))
}

/** Returns the properties, at-rules, selectors and functions of a stylesheet that are newer. */
export function newerInStyles(text: string): string[] {
  const { keys } = newer()
  const found = (pattern: RegExp, ...kinds: string[]) =>
    namesIn(text, pattern).filter((name) => kinds.some((kind) => keys.has(`css.${kind}.${name}`)))
  return [
    ...new Set([
      ...found(/[{;]\s*([a-z][a-z-]+)\s*:/g, 'properties', 'at-rules.font-face'),
      ...found(/@([a-z-]+)/g, 'at-rules'),
      ...found(/::?([a-z][a-z-]+)(?=[^;{}]*\{)/g, 'selectors'),
      ...found(/[\s:,(]([a-z][a-z-]+)\(/g, 'types', 'types.color', 'types.image'),
    ]),
  ].filter((name) => !isTolerated(name))
}

/** Returns what is too new in a built web app, with the name of its file. */
export function newerThanFloor(dist: string): string[] {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /[.](?:js|css)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(dist, file), 'utf8')
      return (file.endsWith('.js') ? newerInScript(text) : newerInStyles(text)).map((name) => `${file}: ${name}`)
    })
}
