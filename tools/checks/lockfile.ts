/**
 * Reads package-lock.json as `npm ci` does. npm omits platform packages it could not see or skipped for this
 * machine, and installs then fail elsewhere.
 */

type Ranges = Record<string, string>

/** Dependency fields shared by manifest and lockfile. */
export interface Wishes {
  dependencies?: Ranges
  devDependencies?: Ranges
  optionalDependencies?: Ranges
  peerDependencies?: Ranges
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export interface LockedPackage extends Wishes {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
}

export interface Lockfile {
  /** By folder: '' is the root; a workspace has its folder and a link in node_modules. */
  packages: Record<string, LockedPackage>
}

const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

const isPackage = (folder: string) => /(?:^|\/)node_modules\//.test(folder)

/** Node resolution: where the nearest node_modules above `folder` has `name`. */
export function findPlace(lock: Lockfile, folder: string, name: string): string | undefined {
  for (let at = folder; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (lock.packages[place]) return place
    if (at === '') return undefined
  }
}

export function findLocked(lock: Lockfile, folder: string, name: string): LockedPackage | undefined {
  const place = findPlace(lock, folder, name)
  return place === undefined ? undefined : lock.packages[place]
}

/** Requested packages without an entry, mostly platform packages of other machines. */
export function missingPackages(lock: Lockfile): string[] {
  return Object.entries(lock.packages).flatMap(([folder, locked]) => {
    const required = Object.keys(locked.peerDependencies ?? {}).filter(
      (name) => locked.peerDependenciesMeta?.[name]?.optional !== true,
    )
    const names = [
      ...Object.keys(locked.dependencies ?? {}),
      ...Object.keys(locked.optionalDependencies ?? {}),
      ...(isPackage(folder) ? required : Object.keys(locked.devDependencies ?? {})),
    ]
    return names
      .filter((name) => findLocked(lock, folder, name) === undefined)
      .map((name) => `${folder || 'the root'} asks for ${name}`)
  })
}

/** Entries with a URL: the lockfile must work with any registry. */
export const namedRegistries = (lock: Lockfile): string[] =>
  Object.entries(lock.packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^[a-z+]+:\/\//i.test(resolved))
    .map(([folder, { resolved }]) => `${folder} comes from ${resolved}`)

/** Entries without a checksum. */
export const unsealedPackages = (lock: Lockfile): string[] =>
  Object.entries(lock.packages)
    .filter(([folder, { link, inBundle }]) => isPackage(folder) && !link && !inBundle)
    .filter(([, { integrity }]) => integrity === undefined)
    .map(([folder]) => folder)

/** Supports the forms in use: exact, `^`, `~` and `*`. */
export function satisfies(version: string, range: string): boolean {
  const parsed = range.match(/^([\^~]?)(\d+)[.](\d+)[.](\d+)(-[\w.]+)?$/)
  if (range === '*') return true
  if (!parsed) throw new Error(`Range ${range} has a form that satisfies() doesn't know. Teach it, or pin a version.`)
  const [, sign, ...rest] = parsed
  if (sign === '') return version === range
  if (version.includes('-') || rest[3] !== undefined) return version === range.slice(1)
  const wanted = rest.slice(0, 3).map(Number)
  const has = version.split('.').map(Number)
  const firstDifference = wanted.findIndex((part, i) => part !== has[i])
  if (firstDifference === -1) return true
  // `^` fixes everything up to the first non-zero part, `~` the first two.
  const firstWeight = wanted.findIndex((part) => part !== 0)
  const held = sign === '~' ? 1 : firstWeight === -1 ? 2 : firstWeight
  return firstDifference > held && (has[firstDifference] ?? 0) > (wanted[firstDifference] ?? 0)
}

/** Differences between a manifest and its copy in the lockfile; `npm ci` fails on any. */
export function staleManifest(lock: Lockfile, folder: string, manifest: Wishes): string[] {
  const locked = lock.packages[folder]
  if (!locked) return [`${folder} is not in the lockfile`]
  return FIELDS.flatMap((field) => {
    const [wanted, known] = [manifest[field] ?? {}, locked[field] ?? {}]
    const names = new Set([...Object.keys(wanted), ...Object.keys(known)])
    return [...names]
      .filter((name) => wanted[name] !== known[name])
      .map(
        (name) =>
          `${folder || 'the root'} ${field}: ${name} ${wanted[name] ?? 'gone'}, locked ${known[name] ?? 'not at all'}`,
      )
  })
}

/** Dependencies missing from the lockfile or locked to another version. */
export function unsatisfied(lock: Lockfile, folder: string, manifest: Wishes): string[] {
  const wanted = FIELDS.flatMap((field) => Object.entries(manifest[field] ?? {}))
  return wanted.flatMap(([name, range]) => {
    const found = findLocked(lock, folder, name)
    if (found?.link || (found?.version !== undefined && satisfies(found.version, range))) return []
    return [`${folder || 'the root'} wants ${name} ${range}, locked ${found?.version ?? 'not at all'}`]
  })
}
