import { CROWD_RULES } from '@aura/api/rules/crowd'
import { expect, it } from 'vitest'
import { type Comment, stillShown } from './use-comments.ts'

const comment = (minute: number, authorId = 'cy') =>
  ({
    id: `c${minute}`,
    author: { id: authorId },
    writtenAt: new Date(Date.UTC(2026, 2, 2, 16, minute)).toISOString(),
  }) as Comment
const ids = (comments: readonly Comment[]) => comments.map(({ id }) => id)
const [one, two, three] = [comment(1), comment(2, 'dee'), comment(3)]

it('a held comment that left the list is hidden: somebody was muted, or an admin removed it [battles.comments-mute]', () => {
  expect(ids(stillShown([one, two, three], [one, three, comment(4)], []))).toEqual(['c1', 'c3'])
  expect(stillShown([one, two], [], [])).toEqual([])
})

it('a held comment stays that newer ones pushed out of the list, unless its author is muted [battles.comments-lane]', () => {
  const full = Array.from({ length: CROWD_RULES.commentsShown }, (_, i) => comment(3 + i))
  expect(ids(stillShown([one, two, three], full, []))).toEqual(['c1', 'c2', 'c3'])
  expect(ids(stillShown([one, two, three], full, [{ id: 'dee' }]))).toEqual(['c1', 'c3'])
  expect(ids(stillShown([one, two, three], [two, ...full.slice(1)], []))).toEqual(['c1', 'c2'])
})
