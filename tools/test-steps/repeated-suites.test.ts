import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, it } from 'vitest'
import { repeatedSuites } from './repeated-suites.ts'

const root = join(import.meta.dirname, '../..')
const FEATURES = 'server/src/features'
const MAX_STATEMENTS = 2
const STATEMENT = /\.(?:query|script|tx)\b/g

const suites = readdirSync(join(root, FEATURES), { recursive: true, encoding: 'utf8' })
  .map((path) => `${FEATURES}/${path.split(sep).join('/')}`)
  .filter((path) => path.endsWith('.db.test.ts'))
const featureOf = (path: string) => path.split('/')[3] ?? ''

it('names suites that exist, each once', () => {
  expect(new Set(repeatedSuites).size).toBe(repeatedSuites.length)
  expect(repeatedSuites.filter((path) => !suites.includes(path))).toEqual([])
})

it('names none that asks the database itself', () => {
  const asking = repeatedSuites.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return (text.match(STATEMENT) ?? []).length > MAX_STATEMENTS || /pglite|\bexplain\b/.test(text)
  })
  expect(asking).toEqual([])
})

it('leaves each feature a suite that runs on both databases', () => {
  const both = new Set(suites.filter((path) => !repeatedSuites.includes(path)).map(featureOf))
  expect([...new Set(repeatedSuites.map(featureOf))].filter((name) => !both.has(name))).toEqual([])
})
