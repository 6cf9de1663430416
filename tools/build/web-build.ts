import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageBin } from '../processes/package-bin.ts'
import { runNode } from '../processes/run-command.ts'

const SOURCES = [
  'web',
  'api/src',
  'drawing/src',
  'lab/src',
  'contracts/generated',
  'contracts/signing',
  'package-lock.json',
]
const NOT_SOURCES = ['dist', 'node_modules']

export type WebBuild = { state: 'built' | 'unchanged' } | { state: 'failed'; output: string }

/** Builds the web app if a source changed, or always if forced. */
export async function buildWeb(root: string, isForced = false): Promise<WebBuild> {
  const dist = join(root, 'web/dist')
  const stamp = join(dist, '.sources')
  const hash = hashOfSources(root)
  const isBuilt = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if (isBuilt && !isForced) return { state: 'unchanged' }

  // The stamp is deleted first, so that an interrupted build is not taken for a finished one.
  rmSync(stamp, { force: true })
  const vite = packageBin('vite', 'vite', join(root, 'web/package.json'))
  // The first build empties the folder.
  for (const config of ['vite.config.ts', 'vite.framed.config.ts', 'vite.rescue.config.ts']) {
    const result = await runNode([vite, 'build', '--config', config, '--logLevel', 'warn'], { cwd: join(root, 'web') })
    if (!result.ok) return { state: 'failed', output: result.output }
  }
  if (existsSync(dist)) writeFileSync(stamp, hash)
  return { state: 'built' }
}

export function hashOfSources(root: string): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesOf(root, source)) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesOf(root: string, path: string): string[] {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  const names = readdirSync(full).filter((name) => !NOT_SOURCES.includes(name))
  return names.sort().flatMap((name) => filesOf(root, `${path}/${name}`))
}
