import { findPublicInvite } from '#features/invites'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import type { PageTagSource } from '#platform/http/pages/page-tags'
import { profilePicture, profileReader } from './profile-tags.ts'
import { versionOf } from './share-image.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns tags of a page that only its link leads to, so search engines must leave it out. */
export function invitePageTags(ctx: Context, features: readonly Feature[]): PageTagSource {
  const readProfile = profileReader(ctx, features)
  return {
    pattern: /^\/invite\/([^/]+)$/i,
    async read(id = '') {
      const invite = UUID.test(id) ? await findPublicInvite(ctx, id.toLowerCase()) : null
      const profile = invite && (await readProfile(invite.inviter.id))
      if (!invite || !profile) return null
      const { username } = profile.user
      const isOpen = invite.status === 'open'
      return {
        title: isOpen ? `${username} invites you to Aura` : `An invite by ${username}`,
        description: isOpen
          ? 'Learn about crypto in short daily lessons, keep a streak and battle others. The invite is for one person.'
          : 'This invite is no longer open.',
        path: `/invite/${invite.id}`,
        image: `/share/profiles/${profile.user.id}.jpg?v=${versionOf(profilePicture(profile, features))}`,
        imageAlt: `The aura of ${username}`,
        isUnlisted: true,
      }
    },
  }
}
