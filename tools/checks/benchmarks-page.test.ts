import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sections = new Set([...read('docs/benchmarks.md').matchAll(/^## (\S+)$/gm)].map(([, name = '']) => name))

it('docs/benchmarks.md has a section for each program of npm run bench, and no other', () => {
  const programs = globSync('bench/*/*.ts', { cwd: root, exclude: ['bench/support/**'] })
  expect(programs.length).toBeGreaterThan(10)
  expect([...sections].sort()).toEqual(programs.map((file) => basename(file, '.ts')).sort())
})

it('docs/scale.md names sections of docs/benchmarks.md', () => {
  const named = [...read('docs/scale.md').matchAll(/\[([a-z-]+)\](?!\()/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !sections.has(name))).toEqual([])
})
