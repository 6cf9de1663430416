import { SOFT_CLOSE_TEXT } from '@aura/api/rules/battles'
import { expect, it } from 'vitest'
import { markupOf } from '../../../dev/markup.tsx'
import type { Battle } from '../shared/battle-view.ts'
import { ownNote } from '../shared/own-note.ts'
import { RowText } from './battle-row.tsx'

const person = (id: string) => ({ id, username: id, firstName: null })
const pending = {
  id: 'b1',
  title: 'Rug or real',
  description: 'Two takes',
  status: 'pending',
  challenger: person('ada'),
  opponent: person('bo'),
  challengerId: 'ada',
  opponentId: 'bo',
  cancelReason: null,
  softClose: true,
  challengerStake: 250,
} as Battle

const says = (battle: Battle, viewerId: string, isOwn = false) =>
  markupOf(<RowText battle={battle} viewerId={viewerId} isOwn={isOwn} />).includes(SOFT_CLOSE_TEXT)

it('says that the end may move in every row to accept, in one place [battles.soft-close-option]', () => {
  expect(says(pending, 'bo')).toBe(true)
  expect([says(pending, 'bo', true), ownNote(pending, 'bo').note]).toEqual([
    false,
    `Win: +250 AP net. Lose: −250 AP. ${SOFT_CLOSE_TEXT}`,
  ])
})

it('does not say so where the end stands, or to anybody else', () => {
  expect(says({ ...pending, softClose: false }, 'bo')).toBe(false)
  expect(says({ ...pending, status: 'accepted' }, 'bo')).toBe(false)
  expect([says(pending, 'ada'), says(pending, 'cy')]).toEqual([false, false])
})
