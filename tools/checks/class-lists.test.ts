import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findUtilities, overgrownClassLists } from './class-lists.ts'
import { isTest, listFiles, parse, parseAll, REPOSITORY } from './source.ts'

const text = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8')
const scan = overgrownClassLists(
  await findUtilities(text('node_modules/tailwindcss/index.css'), text('web/src/styles/tokens.css')),
)
const planted = (source: string) => scan(parse('planted.tsx', source))

describe('a class list is short, of the theme, and plain', () => {
  it.each([
    ['<p className="flex flex-wrap gap-2 px-4 py-2 text-sm text-ink" />', '7 utilities: '],
    ["const ROW = 'grid gap-2 p-4 m-2 text-sm text-ink-2 hover:text-ink'", '7 utilities: '],
    [`<p className={\`flex flex-wrap gap-2 px-4 \${tone} py-2 text-sm text-ink\`} />`, '7 utilities: '],
    ['<p className="text-[.9375rem]" />', 'text-[.9375rem]'],
    ['<p className="md:w-[3px]" />', 'md:w-[3px]'],
    ['<p className="[overflow-wrap:anywhere]" />', '[overflow-wrap:anywhere]'],
    ['<p className="aria-disabled:text-ink-3" />', 'aria-disabled:text-ink-3'],
    ['<p className="md:after:hidden" />', 'md:after:hidden'],
    ["const OPEN = isOpen ? 'data-open:flex' : ''", 'data-open:flex'],
  ])('finds %s', (source, complaint) => expect(planted(source)).toEqual([expect.stringContaining(complaint)]))

  it.each([
    '<p className="flex flex-wrap gap-2 px-4 py-2 text-sm" />',
    '<p className="hover:text-ink focus-visible:text-ink md:flex max-md:hidden" />',
    '<p className="page num display h1 dialog-title action-link flex" />',
    `<p className={\`num \${styles.flex}\`} />`,
    "const text = 'a table of the hidden, static and fixed ones, each a block in a grid, is in order to flex'",
    "const text = 'battle:gift [all]'",
    '// flex flex-wrap gap-2 px-4 py-2 text-sm text-ink',
  ])('leaves %s alone', (source) => expect(planted(source)).toEqual([]))

  it('in this repository', () => {
    const paths = listFiles(REPOSITORY, 'web/src').filter((path) => !isTest(path))
    const sources = parseAll(REPOSITORY, paths)
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.flatMap((source) => scan(source).map((complaint) => `${source.path}: ${complaint}`))).toEqual([])
  })
})
