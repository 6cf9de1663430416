import type { Feature } from '#platform/feature'
import { battlePageTags } from './battle-tags.ts'
import { profilePageTags } from './profile-tags.ts'
import { shareRoutes } from './routes.ts'

export const shareFeature = {
  name: 'share',
  routes: shareRoutes,
  pageTags: [battlePageTags, profilePageTags],
} as const satisfies Feature
