import { expect, it } from 'vitest'
import { byLetter, countText, foundTerms } from './found-terms.ts'

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

it('says that nothing was found [learning.glossary-none-found]', () => {
  expect([0, 1, 2].map(countText)).toEqual(['No term found', '1 term', '2 terms'])
})

it('groups terms by their first letter', () => {
  const named = ['51% attack', 'allowance', 'Asset', 'Base fee'].map((name) => ({ name, short: '' }))
  expect(byLetter(named).map(([letter, group]) => [letter, group.map(({ name }) => name)])).toEqual([
    ['#', ['51% attack']],
    ['A', ['allowance', 'Asset']],
    ['B', ['Base fee']],
  ])
})
