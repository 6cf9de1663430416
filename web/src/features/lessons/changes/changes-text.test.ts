import { expect, it } from 'vitest'
import { changesNote, changesTitle } from './changes-text.ts'

const change = (lessonId: string, isClaimed: boolean) => ({
  ...{ lessonId, isClaimed, lessonTitle: 'Gas', on: '2026-11-02', was: 'So.', now: 'Otherwise.', paragraph: 1 },
  source: { title: 'A page', url: 'https://example.org' },
})

it('names the month, and counts facts and claimed lessons [learning.changes]', () => {
  expect(changesTitle({ month: '2026-11' })).toBe('What changed in November 2026')
  expect(changesNote({ changes: [change('gas', false)] })).toBe('One fact in the lessons changed.')
  expect(changesNote({ changes: [change('gas', true), change('gas', true)] })).toBe(
    '2 facts in the lessons changed, one lesson of yours among them.',
  )
  expect(changesNote({ changes: [change('gas', true), change('keys', true), change('fees', false)] })).toBe(
    '3 facts in the lessons changed, 2 lessons of yours among them.',
  )
})
