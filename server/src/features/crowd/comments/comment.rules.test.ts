import { expect, it } from 'vitest'
import { closedReason, commentRefusal, muteRefusal, pauseLeftMs } from './comment.rules.ts'

const at = (time: string) => new Date(`2026-03-02T${time}Z`)
const battle = {
  challengerId: 'ada',
  opponentId: 'bo',
  status: 'accepted' as const,
  startsAt: at('16:00:00'),
  endsAt: at('20:00:00'),
}
const quota = { written: 0, lastAt: null, isMuted: false, hasBlocked: false, isBlocked: false }

it('comments open an hour before the start and close with the battle [battles.comments-open]', () => {
  const reasons = (status: Parameters<typeof closedReason>[0]['status'], times: string[]) =>
    times.map((time) => closedReason({ ...battle, status }, at(time)))
  expect(reasons('accepted', ['14:59:59', '15:00:00', '16:00:01'])).toEqual(['COMMENTS_NOT_OPEN', undefined, undefined])
  expect(reasons('cancellation_requested', ['15:30:00'])).toEqual([undefined])
  expect(reasons('active', ['16:00:00', '19:59:59', '20:00:00'])).toEqual([undefined, undefined, 'COMMENTS_CLOSED'])
  expect(reasons('pending', ['15:30:00'])).toEqual(['COMMENTS_NOT_OPEN'])
  for (const over of ['completed', 'cancelled', 'withdrawn', 'rejected', 'expired'] as const)
    expect(reasons(over, ['15:30:00', '17:00:00'])).toEqual(['COMMENTS_CLOSED', 'COMMENTS_CLOSED'])
})

it('a block comes before a mute, and one’s own before another’s', () => {
  const refused = (changes: Partial<typeof quota>) =>
    commentRefusal({ ...battle, status: 'active' }, { ...quota, isMuted: true, ...changes }, at('17:00:00'))
  expect(refused({ isBlocked: true })).toBe('COMMENTS_UNAVAILABLE')
  expect(refused({ hasBlocked: true, isBlocked: true })).toBe('COMMENT_PARTICIPANT_BLOCKED')
})

it('a mute is named first, then the time, then the limit', () => {
  const live = { ...battle, status: 'active' as const }
  expect(commentRefusal(battle, { ...quota, written: 20, isMuted: true }, at('12:00:00'))).toBe('COMMENT_MUTED')
  expect(commentRefusal(battle, { ...quota, written: 20 }, at('12:00:00'))).toBe('COMMENTS_NOT_OPEN')
  expect(commentRefusal(live, { ...quota, written: 20 }, at('17:00:00'))).toBe('COMMENTS_USED_UP')
  expect(commentRefusal(live, { ...quota, written: 19 }, at('17:00:00'))).toBeUndefined()
})

it('three seconds pass between two comments, however the clock jumps', () => {
  expect(pauseLeftMs(quota, at('17:00:00'))).toBe(0)
  const lastAt = at('17:00:00')
  const left = (time: string) => pauseLeftMs({ ...quota, lastAt }, at(time))
  expect([left('17:00:00'), left('17:00:02'), left('17:00:03'), left('18:00:00')]).toEqual([3_000, 1_000, 0, 0])
  expect(left('16:00:00')).toBe(3_000)
})

it('participants mute others but not each other, admins anybody but themselves', () => {
  const by = (byId: string, userId: string, isAdmin = false) => muteRefusal(battle, { byId, userId, isAdmin })
  expect(by('ada', 'cy')).toBeUndefined()
  expect(by('ada', 'bo')).toBe('MUTE_PARTICIPANT')
  expect(by('ada', 'ada')).toBe('MUTE_PARTICIPANT')
  expect(by('cy', 'dee')).toBe('MUTE_NOT_ALLOWED')
  expect(by('cy', 'ada', true)).toBeUndefined()
  expect(by('cy', 'cy', true)).toBe(undefined)
  expect(by('ada', 'bo', true)).toBe('MUTE_PARTICIPANT')
  expect(by('ada', 'cy', true)).toBeUndefined()
})
