import { expect, it } from 'vitest'
import { foundTerms } from './found-terms.ts'

const terms = [
  { name: 'Base fee', short: 'The price of gas in a block.' },
  { name: 'Gas', short: 'A unit of work.' },
  { name: 'Tip', short: 'Goes to the builder of a block.' },
]

it.each<[string, string[]]>([
  ['', ['Base fee', 'Gas', 'Tip']],
  ['gas', ['Gas', 'Base fee']],
  ['  BLOCK price ', ['Base fee']],
  ['bridge', []],
])('finds %j, names first', (query, names) => {
  expect(foundTerms(terms, query).map(({ name }) => name)).toEqual(names)
})
