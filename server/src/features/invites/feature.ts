import type { Feature } from '#platform/feature'
import { invitesCommand } from './admin-commands.ts'
import { findRings } from './find-rings.ts'
import { inviteRoutes } from './routes.ts'
import { invitesPersonal, invitesRetention } from './tables.ts'

/** Members admit others by links, and the tree of inviters is kept. */
export const invitesFeature = {
  name: 'invites',
  routes: inviteRoutes,
  rings: findRings,
  adminCommands: [invitesCommand],
  personalData: invitesPersonal,
  retention: invitesRetention,
  database: {
    provides: ['refuse_tree_change'],
    calls: { identities: ['latest_account'] },
    reads: {
      identities: ['continued_accounts'],
      streak: ['streaks'],
      profile: ['user_profiles'],
      'related-accounts': ['related_pairs'],
    },
  },
} as const satisfies Feature
