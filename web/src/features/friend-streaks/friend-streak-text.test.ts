import { expect, it } from 'vitest'
import { daysText, todayText } from './friend-streak-text.ts'

const person = { id: 'b', username: 'bo', profileImageUrl: null, currentStreak: 3 }
const today = (isMyDayLit: boolean, isTheirDayLit: boolean) => todayText({ person, days: 2, isMyDayLit, isTheirDayLit })

it('tells who learned today, and how many days count [profile.friend-streak-shown]', () => {
  expect([today(true, true), today(true, false), today(false, true), today(false, false)]).toEqual([
    'You have both learned today.',
    'You learned today. bo hasn’t yet.',
    'bo learned today. You haven’t yet.',
    'Neither of you has learned today yet.',
  ])
  expect([0, 1, 2].map(daysText)).toEqual(['0 days together', '1 day together', '2 days together'])
})
