import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// Numbers that rules define must be interpolated: typed in, they would go stale.

const SOURCES = join(import.meta.dirname, '../..')

const codeOf = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(\/\/|import ).*$/gm, '')

const proseOf = (source: string) =>
  codeOf(source)
    .replace(/\{[^{}]*\}/g, '…')
    .replace(/<[^<>]*>/g, '')

const isOne = (number: string) => number === '0' || number === '1'

it.each(globSync('features/help/pages/*.tsx', { cwd: SOURCES }))('no number is typed into %s', (path) => {
  const typed = proseOf(readFileSync(join(SOURCES, path), 'utf8')).match(/\d[\d.,]*/g) ?? []
  expect(typed.map((number) => number.replace(/[.,]$/, '')).filter((number) => !isOne(number))).toEqual([])
})

it('nor into any other text of the app', () => {
  const others = globSync('{features,frame,payments,lib}/**/*.{ts,tsx}', { cwd: SOURCES })
  const typed = others
    .filter((path) => !/\.test\.|^features\/(help|design)\//.test(path))
    .flatMap(
      (path) =>
        codeOf(readFileSync(join(SOURCES, path), 'utf8'))
          .match(FIGURE)
          ?.map((it) => `${path}: ${it}`) ?? [],
    )
  expect(typed).toEqual([])
})

const FIGURE =
  /\b(?!0 |1 )\d(?:[\d.,]*\d)? (AP|USDC|Steeze|MB|days|hours|minutes|seconds|characters|lessons|battles)\b/g
