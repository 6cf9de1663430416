import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadCatalogue } from '../catalogue.ts'
import { TICS, ticCounts, ticFaults } from './tics.ts'

const LESSONS = join(import.meta.dirname, '../../../../../content/lessons')

const lessonOf = (explanation: string, ...paragraphs: string[]) => ({
  title: 'Keys',
  blocks: paragraphs.map((text) => ({ kind: 'paragraph' as const, spans: [{ text }] })),
  predict: null,
  keyTakeaways: [],
  questions: [
    {
      kind: 'point-at-line' as const,
      id: 'ask-whoever',
      text: 'Which line?',
      paragraph: 1,
      options: [{ text: 'To', explanation }],
      answer: 0,
    },
  ],
})

/** A lesson with one use of each tic. */
const USES = {
  somebody: lessonOf('Anybody may read it.'),
  someone: lessonOf('It pays someone.'),
  whoever: lessonOf('Whoever signs pays.'),
  thief: lessonOf('Thieves try songs.'),
  'of its own': lessonOf('Each has a key of its own.'),
  'worked out': lessonOf('Work it out on paper.'),
  'differs by place': lessonOf('The law differs by place.'),
  'X, and not Y': lessonOf('Count events, and not keys.'),
  'That is what': lessonOf('No. That is how much it costs.'),
  'So …': lessonOf('Look. So far nothing.'),
  'And …': lessonOf('It runs. And it pays.'),
  'Ask …': lessonOf('Ask who pays.'),
  'Say …': lessonOf('Say it is 5.'),
  'Right: …': lessonOf('Right: it pays.'),
  'question as hook': lessonOf('It pays.', 'Where is it?', 'Is it here?'),
  'moral as ending': lessonOf('It pays.', 'A key was lost. Rarely is not never.'),
}

it('the published lessons keep each tic within its limit', async () => {
  expect(ticFaults([...(await loadCatalogue(LESSONS)).values()])).toEqual([])
})

it.each(TICS.map((tic) => [tic.name, tic] as const))(
  '“%s” may be used up to its limit, and not once more',
  (name, tic) => {
    const use = USES[name as keyof typeof USES]
    expect(ticCounts([use]).find((each) => each.tic === tic)?.count).toBe(1)
    const most = Array.from({ length: tic.limit }, () => use)
    const ownFaults = (lessons: typeof most) => ticFaults(lessons).filter((fault) => fault.includes(`“${name}”`))
    expect(ownFaults(most)).toEqual([])
    expect(ownFaults([...most, use])).toEqual([
      `“${name}” occurs ${tic.limit + 1} times, at most ${tic.limit}: ${tic.why}`,
    ])
  },
)

it('counts nothing in ids, inside a word or after a link in the middle of a sentence', () => {
  const linked = { text: 'And', term: 'gas' }
  const lesson = lessonOf('Sorting is askew.')
  const blocks = [{ kind: 'paragraph' as const, spans: [{ text: 'Gas ' }, linked, { text: ' work outside.' }] }]
  expect(ticFaults(Array.from({ length: 300 }, () => ({ ...lesson, blocks })))).toEqual([])
})
