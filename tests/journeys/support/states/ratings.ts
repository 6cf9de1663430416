import type { Answer } from '@aura/api/calls'
import type { Page } from '@playwright/test'
import { changeAnswer, withoutLive } from '../change-answer.ts'

/** Long names, close ratings, and one whose uncertainty puts it behind. */
export const bestRated: Answer<'GET /api/rating/ranking'> = Array.from({ length: 40 }, (_, nr) => ({
  rank: nr + 1,
  person: {
    id: `5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d${String(nr + 10).padStart(2, '0')}`,
    username: nr === 0 ? 'wwwwwwwwwwwwwwwwwwww' : `creator_${nr}`,
    profileImageUrl: null,
    currentStreak: 40 - nr,
  },
  points: nr === 3 ? 2_104 : 1_982 - nr * 9,
  plusMinus: nr === 3 ? 274 : 58 + nr,
}))

export const mostWon: Answer<'GET /api/reputation/ranking'> = [
  {
    rank: 1,
    person: {
      id: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d31',
      username: 'merkle_maya',
      profileImageUrl: null,
      currentStreak: 12,
    },
    points: 1_240,
  },
]

export const changedRatings: Answer<'GET /api/battles/:id/rating'> = {
  state: 'rated',
  challenger: { battles: 31, before: { points: 1_480, plusMinus: 120 }, after: { points: 1_512, plusMinus: 116 } },
  opponent: { battles: 5, before: null, after: { points: 1_394, plusMinus: 268 } },
}

/** Loads a profile again with this rating. */
export async function withRating(page: Page, rating: Answer<'GET /api/users/:id'>['rating']): Promise<void> {
  await withoutLive(page)
  await changeAnswer(page, /[/]api[/]users[/][0-9a-f-]{36}$/, { rating })
  await page.reload()
}
