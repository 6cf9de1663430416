import type { Answer } from '@aura/api/calls'
import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { profileOf } from '#features/people'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import type { PageTagSource } from '#platform/http/pages/page-tags'
import { type PictureOf, versionOf } from './share-image.ts'

export type Profile = Answer<'GET /api/users/:id'>

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function profileReader(ctx: Context, features: readonly Feature[]): (id: string) => Promise<Profile | null> {
  return async (id) => {
    if (!UUID.test(id)) return null
    try {
      return await profileOf(ctx, features, id)
    } catch (error) {
      if (error instanceof AppError && error.code === 'USER_NOT_FOUND') return null
      throw error
    }
  }
}

export const profilePicture = (profile: Profile, features: readonly Feature[]): PictureOf<'profile'> => ({
  of: 'profile',
  shape: 'wide',
  id: profile.user.id,
  name: profile.user.username,
  photo: profile.user.profileImageUrl,
  days: profile.user.currentStreak,
  auraPoints: profile.user.auraPoints,
  figures: features.flatMap(({ shareFigure }) => shareFigure?.(profile) ?? []),
})

export function profilePageTags(ctx: Context, features: readonly Feature[]): PageTagSource {
  const read = profileReader(ctx, features)
  return {
    pattern: /^\/(?:profile|user)\/([^/]+)$/i,
    async read(id = '') {
      const profile = await read(id)
      if (!profile) return null
      const { user } = profile
      const description = `${levelOfStreak(user.currentStreak).name}, ${formatWhole(user.auraPoints)} Aura Points.`
      return {
        title: user.username,
        description,
        path: `/user/${user.id}`,
        image: `/share/profiles/${user.id}.jpg?v=${versionOf(profilePicture(profile, features))}`,
        imageAlt: `The aura of ${user.username}. ${description}`,
        jsonLd: {
          '@context': 'https://schema.org',
          '@type': 'ProfilePage',
          dateCreated: user.createdAt,
          mainEntity: { '@type': 'Person', name: user.username, url: `${ctx.settings.origin}/user/${user.id}` },
        },
      }
    },
  }
}
