import type { ChallengeLink } from '@aura/api/calls/battles/challenge-links'
import { formatWhole } from '@aura/api/money'
import { lengthText } from '@aura/api/rules/battles'
import { roundsText } from '@aura/api/rules/rounds'
import { findChallengeLink } from '#features/battles'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import type { PageTagSource } from '#platform/http/pages/page-tags'
import { profilePicture, profileReader } from './profile-tags.ts'
import { versionOf } from './share-image.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const termsOf = ({ stake, duration, bestOf }: ChallengeLink): string => {
  const each = `${formatWhole(stake)} AP each`
  return bestOf === null ? `${each}, ${lengthText(duration)}, and the crowd decides.` : `${each}. ${roundsText(bestOf)}`
}

/** Returns tags of a page that only its link leads to, so search engines must leave it out. */
export function challengePageTags(ctx: Context, features: readonly Feature[]): PageTagSource {
  const readProfile = profileReader(ctx, features)
  return {
    pattern: /^\/challenge\/([^/]+)$/i,
    async read(id = '') {
      const link = UUID.test(id) ? await findChallengeLink(ctx, id.toLowerCase()) : null
      const profile = link && (await readProfile(link.challenger.id))
      if (!link || !profile) return null
      const { username } = profile.user
      const isOpen = link.status === 'pending'
      return {
        title: isOpen ? `${username} challenges you` : `A challenge by ${username}`,
        description: isOpen
          ? `${termsOf(link)} The first to accept battles ${username}.`
          : 'This challenge is no longer open.',
        path: `/challenge/${link.id}`,
        image: `/share/profiles/${profile.user.id}.jpg?v=${versionOf(profilePicture(profile, features))}`,
        imageAlt: `The aura of ${username}`,
        isUnlisted: true,
      }
    },
  }
}
