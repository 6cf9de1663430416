import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Environment } from '../../server/src/env/environment.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** ASVS 5.0.0 requirements of levels 1 and 2, by section; a line for each chapter. */
const SECTIONS = `
  1.1: 1-2, 1.2: 1-9, 1.3: 1-11, 1.4: 1-3, 1.5: 1-2
  2.1: 1-3, 2.2: 1-3, 2.3: 1-4, 2.4: 1
  3.2: 1-2, 3.3: 1-4, 3.4: 1-6, 3.5: 1-5, 3.7: 1-2
  4.1: 1-3, 4.2: 1, 4.3: 1-2, 4.4: 1-4
  5.1: 1, 5.2: 1-3, 5.3: 1-2, 5.4: 1-3
  6.1: 1-3, 6.2: 1-12, 6.3: 1-4, 6.4: 1-4, 6.5: 1-5, 6.6: 1-3, 6.8: 1-4
  7.1: 1-3, 7.2: 1-4, 7.3: 1-2, 7.4: 1-5, 7.5: 1-2, 7.6: 1-2
  8.1: 1-2, 8.2: 1-3, 8.3: 1, 8.4: 1
  9.1: 1-3, 9.2: 1-4
  10.1: 1-2, 10.2: 1-2, 10.3: 1-4, 10.4: 1-11, 10.5: 1-5, 10.6: 1-2, 10.7: 1-3
  11.1: 1-2, 11.2: 1-3, 11.3: 1-3, 11.4: 1-4, 11.5: 1, 11.6: 1
  12.1: 1-3, 12.2: 1-2, 12.3: 1-4
  13.1: 1, 13.2: 1-5, 13.3: 1-2, 13.4: 1-5
  14.1: 1-2, 14.2: 1-4, 14.3: 1-3
  15.1: 1-3, 15.2: 1-3, 15.3: 1-7
  16.1: 1, 16.2: 1-5, 16.3: 1-4, 16.4: 1-3, 16.5: 1-3
  17.1: 1, 17.2: 1-4, 17.3: 1-2`

/** Expands a range: `1-3` means 1, 2 and 3. */
const numbers = (range: string): number[] => {
  const [first = 0, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Returns the requirements that a cell names: `1.2.3`, or `1.2.3–1.2.6`. */
const named = (cell: string): string[] =>
  cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–')
    const section = first.slice(0, first.lastIndexOf('.'))
    const number = (id: string) => Number(id.slice(id.lastIndexOf('.') + 1))
    return numbers(`${number(first)}-${number(last)}`).map((each) => `${section}.${each}`)
  })

interface Row {
  ids: string[]
  state: string
  how: string
  where: string
}

const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 6)
  .map(([, ids = '', state = '', how = '', where = '']): Row => ({ ids: named(ids), state, how, where }))

/** Tests named on the page as `file`: *title*. */
const tests = [...page.matchAll(/`([^`]+\.(?:test\.tsx?|spec\.ts|t\.sol))`: \*(.+?)\*(?=[,. |])/g)].map(
  ([, file = '', title = '']) => ({ file, title }),
)
const files = [...page.matchAll(/`((?:api|bench|contracts|docs|drawing|server|tests|tools|web)\/[\w./-]+)`/g)]
const links = [...page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)]

describe('docs/security.md', () => {
  it('has every requirement of ASVS 5.0.0 at levels 1 and 2 in exactly one row', () => {
    const wanted = [...SECTIONS.matchAll(/([\d.]+): ([\d-]+)/g)].flatMap(([, section, range = '']) =>
      numbers(range).map((each) => `${section}.${each}`),
    )
    expect(wanted).toHaveLength(253)
    expect(rows.flatMap(({ ids }) => ids).sort()).toEqual(wanted.sort())
  })

  it('gives each row a state, and what is met somewhere to look', () => {
    const STATES = ['met', 'written', 'operator', 'n/a', 'partly', 'not met']
    expect(rows.filter(({ state }) => !STATES.includes(state))).toEqual([])
    expect(rows.filter(({ state, where }) => state === 'met' && !where.includes('`'))).toEqual([])
  })

  it('lists at its top what is partly or not met, and nothing else', () => {
    const listed = page.slice(page.indexOf('## What is not met'), page.indexOf('\n## V1 '))
    const ids = [...listed.matchAll(/^\| (\d+\.\d+\.\d+)/gm)].map(([, id]) => id)
    const open = rows.filter(({ state }) => state === 'partly' || state === 'not met').flatMap((row) => row.ids)
    expect(ids.sort()).toEqual(open.sort())
  })

  it('lists every address the server is configured to call as a connection', () => {
    const connections = page.slice(page.indexOf('## Connections'), page.indexOf('\n## Data'))
    // The server's own address, and addresses that pages only link to.
    const uncalled = ['PUBLIC_URL', 'EXPLORER_URL', 'DOCS_URL', 'X_URL', 'CHAT_URL']
    const addresses = Object.keys(Environment.shape).filter((name) => /_(URLS?|ENDPOINT|ORIGIN)$/.test(name))
    const called = addresses.filter((name) => !uncalled.includes(name) && !name.startsWith('X_'))
    expect(called.length).toBeGreaterThan(5)
    expect([...called, 'X_*'].filter((name) => !connections.includes(`\`${name}\``))).toEqual([])
  })

  it('names files that exist', () => {
    const paths = [...files.map(([, path = '']) => path), ...links.map(([, path = '']) => join('docs', path))]
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('names tests by titles they have', () => {
    expect(tests.length).toBeGreaterThan(80)
    const unknown = tests.filter(({ file, title }) => {
      const source = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
      return !["'", '"', '`', ' ['].some((end) => source.includes(`${title}${end}`))
    })
    expect(unknown).toEqual([])
  })
})
