import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sbom } from './sbom.ts'

interface Locked {
  version?: string
  integrity?: string
  link?: boolean
}

interface Component {
  name: string
  version: string
  purl: string
  hashes?: { alg: string; content: string }[]
}

const lockfile = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'))

it('the bill of materials is CycloneDX and names every package of the lockfile, by the hash that is locked', () => {
  const document = JSON.parse(sbom()) as { bomFormat: string; specVersion: string; components: Component[] }
  expect(document).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.\d$/) })
  const hashes = new Map(
    document.components.map(({ name, version, hashes }) => [`${name}@${version}`, hashes?.[0]?.content]),
  )
  const locked = Object.entries(lockfile.packages as Record<string, Locked>).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  expect(locked.length).toBeGreaterThan(100)
  const wrong = locked.filter(([path, { version, integrity }]) => {
    const name = `${path.split('node_modules/').at(-1)}@${version}`
    const hex = Buffer.from(integrity?.split('-')[1] ?? '', 'base64').toString('hex')
    return hashes.get(name) !== hex
  })
  expect(wrong.map(([path]) => path)).toEqual([])
})
