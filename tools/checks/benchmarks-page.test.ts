import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = read('docs/benchmarks.md')
const programs = globSync('bench/*.ts', { cwd: root }).map((file) => basename(file, '.ts'))

/** Returns the names in the first column of a section's table. */
const namesIn = (title: string) => {
  const [, section = ''] = new RegExp(`^## ${title}\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(page) ?? []
  return [...section.matchAll(/^\| ([a-z-]+) \| `/gm)].map(([, name = '']) => name)
}

it('docs/benchmarks.md has results of each program of npm run bench, and of no other', () => {
  expect(namesIn('Last results').sort()).toEqual(programs.sort())
  expect([...page.matchAll(/^\*\*([a-z-]+)\*\*/gm)].map(([, name]) => name)).toEqual(programs.sort())
})

it('docs/scale.md names programs that docs/benchmarks.md has results of', () => {
  const named = [...read('docs/scale.md').matchAll(/\[([a-z-]+)\](?!\()/g)].map(([, name = '']) => name)
  const known = [...namesIn('Last results'), ...namesIn('Measured before')]
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})
