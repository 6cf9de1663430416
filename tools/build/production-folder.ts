/**
 * Writes the folder that `npm run build` produces: the files a server runs and the production packages of the lockfile.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { findPlace, type LockedPackage, type Lockfile } from '../checks/lockfile.ts'
import { npmCommand } from '../npm-setting.ts'
import { runCommand } from '../processes/run-command.ts'

/** Workspaces whose source a server runs. */
const WORKSPACES = ['api', 'contracts', 'drawing', 'lab', 'server']
const COPIED = [
  'LICENSE',
  'api/src',
  'drawing/src',
  'contracts/generated',
  'contracts/signing',
  'content/glossary',
  'content/lessons',
  'lab/src',
  'server/migrations',
  'server/src',
  'web/dist',
]
/** Tests, lab solutions, and files that only generating a migration reads. */
const LEFT_OUT = /[.]test[.]tsx?$|^lab\/solutions(?:\/|$)|^server\/migrations\/snapshot[.]json$/
/** Returns whether a file is copied. `path` is relative, with forward slashes. */
export const isCopied = (path: string): boolean =>
  COPIED.some((part) => path === part || path.startsWith(`${part}/`)) && !LEFT_OUT.test(path)

/** Node runs no TypeScript from packages and reads no source maps unless told to. */
const UNUSABLE = /[.](?:[cm]?ts|map)$/
/** Returns whether a server can use a package's file, given its path. */
export const isUsable = (path: string): boolean => !UNUSABLE.test(path)

export interface Manifest {
  [field: string]: unknown
  dependencies?: Record<string, string>
}

/** Returns a workspace's manifest without what only development needs. */
export function productionManifest(manifest: Manifest): Manifest {
  const { devDependencies: _, optionalDependencies: __, scripts: ___, ...rest } = manifest
  return rest
}

/**
 * Returns the lockfile of these workspaces alone, each package at its place, version and checksum. Optional peers are
 * left out: nothing asks for them in production. Throws when a package is missing from the lockfile.
 */
export function productionLock(
  lock: Lockfile,
  root: Manifest,
  manifests: Readonly<Record<string, Manifest>>,
): Lockfile {
  const required = new Set<string>()
  const found = new Set<string>()
  const visit = (place: string, isRequired: boolean): void => {
    const seen = isRequired ? required : found
    if (seen.has(place)) return
    seen.add(place)
    found.add(place)
    const locked = lock.packages[place]
    if (locked?.link && locked.resolved) {
      visit(locked.resolved, isRequired)
      return
    }
    const wishes: LockedPackage = manifests[place] ?? locked ?? {}
    const peers = Object.keys(wishes.peerDependencies ?? {}).filter(
      (name) => wishes.peerDependenciesMeta?.[name]?.optional !== true,
    )
    const optional = Object.keys(wishes.optionalDependencies ?? {})
    const needed = [...Object.keys(wishes.dependencies ?? {}), ...peers].filter((name) => !optional.includes(name))
    for (const [names, isNeeded] of [
      [needed, true],
      [optional, false],
    ] as const) {
      for (const name of names) {
        const next = findPlace(lock, place, name)
        if (next !== undefined) visit(next, isRequired && isNeeded)
        else if (isNeeded) throw new Error(`${place} needs ${name}, which the lockfile doesn't have`)
      }
    }
  }
  for (const folder of Object.keys(manifests)) {
    const link = Object.keys(lock.packages).find((place) => lock.packages[place]?.resolved === folder)
    visit(link ?? folder, true)
  }
  const packages: Record<string, LockedPackage> = { '': root }
  for (const place of Object.keys(lock.packages).filter((name) => found.has(name))) {
    const {
      dev: _,
      devOptional: __,
      optional: ___,
      peer: ____,
      ...locked
    } = lock.packages[place] as LockedPackage & Flags
    packages[place] = manifests[place] ?? { ...locked, ...(required.has(place) ? {} : { optional: true }) }
  }
  return { ...lock, packages }
}

interface Flags {
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  peer?: boolean
}

/**
 * Writes `.build` anew and returns its path; the previous one stays until the new one is complete. The web app must be
 * built. Throws npm's message if installing fails.
 */
export async function writeProductionFolder(root: string): Promise<string> {
  const folder = join(root, '.build')
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  for (const path of COPIED) copy(root, path, unfinished)
  writeManifests(root, unfinished)
  // None of these packages has an install script that a server needs.
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { file, first } = npmCommand()
  const installed = await runCommand(file, [...first, ...args], { cwd: unfinished })
  if (!installed.ok) throw new Error(`${installed.output}\nnpm ci failed in ${unfinished}.`)
  dropUnusable(join(unfinished, 'node_modules'))
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  return folder
}

/**
 * Deletes the files no server uses. Leaves links alone: they lead to the workspaces, whose TypeScript Node does run.
 */
function dropUnusable(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) dropUnusable(path)
    else if (entry.isFile() && !isUsable(entry.name)) rmSync(path)
  }
}

function copy(root: string, path: string, into: string): void {
  const from = join(root, path)
  if (!existsSync(from)) throw new Error(`${path} is missing`)
  mkdirSync(dirname(join(into, path)), { recursive: true })
  const filter = (source: string) => isCopied(relative(root, source).replaceAll(sep, '/'))
  cpSync(from, join(into, path), { recursive: true, filter })
}

function writeManifests(root: string, into: string): void {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
  const write = (path: string, value: unknown) => writeFileSync(join(into, path), `${JSON.stringify(value, null, 2)}\n`)
  const { name, version, license, type, overrides } = read('package.json')
  const top = {
    name,
    version,
    private: true,
    license,
    type,
    engines: { node: '>=24' },
    workspaces: WORKSPACES,
    overrides,
  }
  const manifests = Object.fromEntries(
    WORKSPACES.map((folder) => [folder, productionManifest(read(`${folder}/package.json`))]),
  )
  write('package.json', top)
  for (const [folder, manifest] of Object.entries(manifests)) write(`${folder}/package.json`, manifest)
  write('package-lock.json', productionLock(read('package-lock.json') as unknown as Lockfile, top, manifests))
}
