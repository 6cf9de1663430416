import type { Feature } from '#platform/feature'
import { battlePageTags } from './battle-tags.ts'
import { profilePageTags } from './profile-tags.ts'
import { publicPageTags } from './public-pages.ts'
import { shareRoutes } from './routes.ts'

export const shareFeature = {
  name: 'share',
  routes: shareRoutes,
  pageTags: [battlePageTags, profilePageTags, publicPageTags],
} as const satisfies Feature
