import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findLocked,
  type Lockfile,
  missingPackages,
  namedRegistries,
  satisfies,
  staleManifest,
  unsatisfied,
  unsealedPackages,
  type Wishes,
} from './lockfile.ts'
import { REPOSITORY } from './source.ts'

const readJson = <T>(path: string) => JSON.parse(readFileSync(join(REPOSITORY, path), 'utf8')) as T

const lock = readJson<Lockfile>('package-lock.json')
const { workspaces } = readJson<{ workspaces: string[] }>('package.json')
const manifests = ['', ...workspaces].map((folder) => ({
  folder,
  manifest: readJson<Wishes>(join(folder, 'package.json')),
}))

/**
 * forge and anvil download their own program, with its checksum, where npm has no platform package: not every
 * registry has all of them, so the lockfile can't name them all.
 */
const FETCHES_ITS_OWN = /^node_modules\/(@foundry-rs\/(?:anvil|forge)) asks for \1-/

/** A root and a workspace, and a package with two platforms. */
const small = (): Lockfile => ({
  packages: {
    '': { devDependencies: { tool: '1.0.0' } },
    web: { dependencies: { draw: '^2.1.0' } },
    'node_modules/@aura/web': { resolved: 'web', link: true },
    'node_modules/tool': { version: '1.0.0', integrity: 'sha512-a' },
    'web/node_modules/draw': {
      version: '2.3.0',
      integrity: 'sha512-b',
      optionalDependencies: { 'draw-linux': '2.3.0', 'draw-darwin': '2.3.0' },
      peerDependencies: { tool: '1', other: '1' },
      peerDependenciesMeta: { other: { optional: true } },
    },
    'web/node_modules/draw/node_modules/draw-linux': { version: '2.3.0', integrity: 'sha512-c' },
    'node_modules/draw-darwin': { version: '2.3.0', integrity: 'sha512-d' },
  },
})

describe('the lockfile', () => {
  it('names every package that is asked for, those of other platforms too', () => {
    expect(missingPackages(lock).filter((gap) => !FETCHES_ITS_OWN.test(gap))).toEqual([])
  })

  it('knows several platforms of the tools that are compiled', () => {
    const platforms = Object.keys(lock.packages).filter((folder) => /darwin|win32|windows/.test(folder))
    expect(platforms.length).toBeGreaterThan(10)
  })

  it('names no registry', () => {
    expect(namedRegistries(lock)).toEqual([])
  })

  it('has a checksum of every package', () => {
    expect(unsealedPackages(lock)).toEqual([])
  })

  it.each(manifests)('agrees with the manifest in "$folder"', ({ folder, manifest }) => {
    expect(staleManifest(lock, folder, manifest)).toEqual([])
    expect(unsatisfied(lock, folder, manifest)).toEqual([])
  })
})

describe('a lockfile with a gap', () => {
  it('is found whole when it is', () => {
    expect(missingPackages(small())).toEqual([])
    expect(namedRegistries(small())).toEqual([])
    expect(unsealedPackages(small())).toEqual([])
    expect(staleManifest(small(), 'web', { dependencies: { draw: '^2.1.0' } })).toEqual([])
    expect(unsatisfied(small(), 'web', { dependencies: { draw: '^2.1.0', '@aura/web': '*' } })).toEqual([])
  })

  it('lacks a platform', () => {
    const gap = small()
    delete gap.packages['node_modules/draw-darwin']
    expect(missingPackages(gap)).toEqual(['web/node_modules/draw asks for draw-darwin'])
  })

  it('lacks a tool, which a package needs as its peer', () => {
    const gap = small()
    delete gap.packages['node_modules/tool']
    expect(missingPackages(gap)).toEqual(['the root asks for tool', 'web/node_modules/draw asks for tool'])
  })

  it('names a registry', () => {
    const named = small()
    named.packages['node_modules/tool'] = { resolved: 'https://registry.example/tool-1.0.0.tgz' }
    expect(namedRegistries(named)).toEqual(['node_modules/tool comes from https://registry.example/tool-1.0.0.tgz'])
    expect(unsealedPackages(named)).toEqual(['node_modules/tool'])
  })

  it('is older than a manifest', () => {
    expect(staleManifest(small(), 'web', { dependencies: { draw: '^3.0.0' } })).toHaveLength(1)
    expect(staleManifest(small(), 'web', {})).toHaveLength(1)
    expect(staleManifest(small(), 'api', {})).toHaveLength(1)
    expect(unsatisfied(small(), 'web', { dependencies: { draw: '^3.0.0' } })).toHaveLength(1)
    expect(unsatisfied(small(), 'web', { dependencies: { pen: '1.0.0' } })).toHaveLength(1)
  })

  it('is searched upwards from the folder that asks', () => {
    expect(findLocked(small(), '', 'draw')).toBeUndefined()
    expect(findLocked(small(), 'web', 'draw')?.version).toBe('2.3.0')
    expect(findLocked(small(), 'web', 'tool')?.version).toBe('1.0.0')
  })
})

describe('ranges', () => {
  it.each([
    ['1.2.3', '1.2.3'],
    ['1.9.0', '^1.2.3'],
    ['1.2.4', '^1.2.3'],
    ['0.2.9', '^0.2.3'],
    ['0.0.3', '^0.0.3'],
    ['1.2.9', '~1.2.3'],
    ['18.4.0-beta.17', '18.4.0-beta.17'],
    ['7.0.0', '*'],
  ])('%s satisfies %s', (version, range) => expect(satisfies(version, range)).toBe(true))

  it.each([
    ['1.2.4', '1.2.3'],
    ['1.2.2', '^1.2.3'],
    ['2.0.0', '^1.2.3'],
    ['1.1.9', '^1.2.3'],
    ['0.3.0', '^0.2.3'],
    ['0.0.4', '^0.0.3'],
    ['1.3.0', '~1.2.3'],
    ['1.3.0-beta.1', '^1.2.3'],
  ])('%s does not satisfy %s', (version, range) => expect(satisfies(version, range)).toBe(false))

  it('of an unknown form are refused', () => {
    expect(() => satisfies('1.0.0', '>=1 <3')).toThrow('Teach it')
  })
})
