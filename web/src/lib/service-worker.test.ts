import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../public', path), 'utf8')
const worker = read('sw.js')

it('keeps the files it names, under a name of what is in them', () => {
  const files = [...(/FILES = \[(.*?)\]/s.exec(worker)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, path]) => path ?? '')
  expect(files.length).toBeGreaterThan(0)
  const hash = createHash('sha256')
  for (const file of files) hash.update(read(file))
  expect(/CACHE = '(.*)'/.exec(worker)?.[1]).toBe(`offline-${hash.digest('hex').slice(0, 8)}`)
})

it('is told icons that are there', () => {
  const { icons } = JSON.parse(read('manifest.webmanifest')) as { icons: { src: string; sizes: string }[] }
  for (const { src, sizes } of icons) {
    const path = join(import.meta.dirname, '../../public', src)
    expect(existsSync(path)).toBe(true)
    const bytes = readFileSync(path)
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
})
