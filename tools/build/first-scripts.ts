import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Maximum gzipped kB of scripts before the first interaction, which `npm run bench first-load lighthouse` measures. */
export const FIRST_SCRIPTS_KB = 95

/** Returns the gzipped kB of the scripts that the built page names, which are all that a first visit loads. */
export async function firstScriptsKb(dist: string): Promise<number> {
  const page = await readFile(join(dist, 'index.html'), 'utf8')
  const files = [...page.matchAll(/\b(?:src|href)="\/([^"]+\.js)"/g)].map(([, file = '']) => join(dist, file))
  if (files.length === 0) throw new Error('the built page names no scripts')
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file), { level: 9 }).length))
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000
}

/** Chunks of dialogs and payments, by the names that `web/build/chunks.ts` gives them. */
const NOT_FIRST = /^assets\/(?:overlays|payments)-/
/** Shows every part of the interface. */
const DESIGN = '/design'

interface BuiltScreen {
  path: string
  isForVisitors: boolean
  signedIn: { files: string[] }
}

/** Returns the paths of public screens that load dialogs or payments first. Throws if no screen at all does. */
export async function screensWithDialogs(dist: string): Promise<string[]> {
  const screens = JSON.parse(await readFile(join(dist, 'preloads.json'), 'utf8')) as BuiltScreen[]
  const heavy = screens.filter(({ signedIn }) => signedIn.files.some((file) => NOT_FIRST.test(file)))
  if (heavy.length === 0) throw new Error('no screen loads dialogs or payments: their chunks have other names')
  return heavy.filter(({ path, isForVisitors }) => isForVisitors && path !== DESIGN).map(({ path }) => path)
}
