import { expect, it } from 'vitest'
import { LESSONS_DIR } from '../../../../../tests/server/lessons/twelve-lessons.ts'
import { loadCatalogue } from '../catalogue.ts'
import { explainedTerms } from './explained-terms.ts'
import { loadGlossary } from './load-glossary.ts'

const link = (term: string) => [{ kind: 'paragraph' as const, spans: [{ text: term, term }] }]

it('names the first lesson that links a term, and none where no lesson does', () => {
  const glossary = new Map(['gas', 'tip'].map((id) => [id, { id, name: id, short: id, blocks: [] }]))
  const lessons = [
    { id: 'first', title: 'First', blocks: [] },
    { id: 'second', title: 'Second', blocks: link('gas') },
    { id: 'third', title: 'Third', blocks: link('gas') },
  ]
  expect(explainedTerms(glossary, lessons).map(({ id, lesson }) => [id, lesson])).toEqual([
    ['gas', { id: 'second', title: 'Second' }],
    ['tip', null],
  ])
})

it('finds a lesson for every published term', async () => {
  const lessons = await loadCatalogue(LESSONS_DIR)
  const terms = explainedTerms(await loadGlossary(`${LESSONS_DIR}/../glossary`), lessons.values())
  expect(terms.filter(({ lesson }) => lesson === null).map(({ id }) => id)).toEqual([])
})
