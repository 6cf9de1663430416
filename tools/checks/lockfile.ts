/**
 * Reads package-lock.json as `npm ci` does. npm omits platform packages it could not see or skipped for this
 * machine, and installs then fail elsewhere.
 */

type Ranges = Record<string, string>

export interface LockedPackage {
  dependencies?: Ranges
  devDependencies?: Ranges
  optionalDependencies?: Ranges
  peerDependencies?: Ranges
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
}

export interface Lockfile {
  /** Packages by folder: '' is the root; a workspace has its folder and a link in node_modules. */
  packages: Record<string, LockedPackage>
}

const isPackage = (folder: string) => /(?:^|\/)node_modules\//.test(folder)

/** Resolves like Node: returns the nearest node_modules entry for `name` at or above `folder`. */
export function findPlace(lock: Lockfile, folder: string, name: string): string | undefined {
  for (let at = folder; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (lock.packages[place]) return place
    if (at === '') return undefined
  }
}

/** Returns requested packages without an entry, mostly platform packages of other machines. */
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
      .filter((name) => findPlace(lock, folder, name) === undefined)
      .map((name) => `${folder || 'the root'} asks for ${name}`)
  })
}

/** Returns entries with a URL: the lockfile must work with any registry. */
export const namedRegistries = (lock: Lockfile): string[] =>
  Object.entries(lock.packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^[a-z+]+:\/\//i.test(resolved))
    .map(([folder, { resolved }]) => `${folder} comes from ${resolved}`)
