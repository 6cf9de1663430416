import type { Feature } from '#platform/feature'
import type { WorkLimits } from '#platform/http/fair-gate'
import { battlePageTags } from './battle-tags.ts'
import { challengePageTags } from './challenge-tags.ts'
import type { ShareFigure } from './figure-text.ts'
import { invitePageTags } from './invite-tags.ts'
import { lessonPageTags, termPageTags } from './library-tags.ts'
import { type Profile, profilePageTags } from './profile-tags.ts'
import { publicPageTags } from './public-pages.ts'
import { shareRoutes } from './routes.ts'

declare module '#platform/limits' {
  interface Limits {
    drawings: WorkLimits
  }
}

declare module '#platform/feature' {
  interface Feature {
    /** Returns a figure that it adds to the picture of a profile. */
    readonly shareFigure?: (profile: Profile) => ShareFigure
  }
}

export const shareFeature = {
  name: 'share',
  routes: shareRoutes,
  pageTags: [
    battlePageTags,
    challengePageTags,
    invitePageTags,
    profilePageTags,
    publicPageTags,
    lessonPageTags,
    termPageTags,
  ],
} as const satisfies Feature
