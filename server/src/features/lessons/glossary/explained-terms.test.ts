import { expect, it } from 'vitest'
import { explainedTerms } from './explained-terms.ts'

it('names the lesson that teaches a term, and none where no lesson does', () => {
  const glossary = new Map(['gas', 'tip'].map((id) => [id, { id, name: id, short: id, blocks: [] }]))
  const lessons = [
    { id: 'first', title: 'First', teaches: [] },
    { id: 'second', title: 'Second', teaches: ['gas'] },
  ]
  expect(explainedTerms(glossary, lessons).map(({ id, lesson }) => [id, lesson])).toEqual([
    ['gas', { id: 'second', title: 'Second' }],
    ['tip', null],
  ])
})
