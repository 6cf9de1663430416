import type { Recap } from '@aura/api/calls/recap'
import { dayRange } from '#platform/utc-text'
import type { Profile } from './profile-tags.ts'
import type { PictureOf } from './share-image.ts'

/** Returns the picture, or null for a week without a moment. */
export const recapPicture = (
  { week, until, streak, best, figures }: Recap,
  { user: { id, username, profileImageUrl, auraPoints } }: Profile,
): PictureOf<'recap'> | null =>
  best && {
    of: 'recap',
    shape: 'wide',
    id,
    name: username,
    photo: profileImageUrl,
    days: streak,
    auraPoints,
    week: dayRange(week, until),
    title: best.title,
    detail: best.detail,
    figures: figures.map(({ number, words }) => ({ number, words })),
  }
