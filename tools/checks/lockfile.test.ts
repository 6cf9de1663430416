import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPlace, type Lockfile, missingPackages, namedRegistries } from './lockfile.ts'
import { REPOSITORY } from './source.ts'

const lock: Lockfile = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8'))

/**
 * forge and anvil download their own program, with its checksum, where npm has no platform package. Some registries
 * lack these packages, so the lockfile can't name them all.
 */
const FETCHES_ITS_OWN = /^node_modules\/(@foundry-rs\/(?:anvil|forge)) asks for \1-/

/** Returns the lockfile of a root, a workspace and a package with two platforms. */
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
})

describe('a lockfile with a gap', () => {
  it('is found whole when it is', () => {
    expect(missingPackages(small())).toEqual([])
    expect(namedRegistries(small())).toEqual([])
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
  })

  it('is searched upwards from the folder that asks', () => {
    expect(findPlace(small(), '', 'draw')).toBeUndefined()
    expect(findPlace(small(), 'web', 'draw')).toBe('web/node_modules/draw')
    expect(findPlace(small(), 'web', 'tool')).toBe('node_modules/tool')
  })
})
