import type { Feature } from '#platform/feature'
import { auditParts } from './audit-parts.ts'
import { reputationRoutes } from './routes.ts'
import { findParts } from './store.ts'
import { reputationPersonal, reputationRetention } from './tables.ts'

/** A user's learned and won points, beside Trust and Aura Points. */
export const reputationFeature = {
  name: 'reputation',
  routes: reputationRoutes,
  profileFields: async (db, userId) => ({ reputation: await findParts(db, userId) }),
  audit: { holds: 'The parts of reputations hold.', broken: 'The parts of reputations are broken', run: auditParts },
  personalData: reputationPersonal,
  retention: reputationRetention,
  database: {
    provides: ['carry_losses', 'keep_reputation'],
    reads: {
      ledger: ['ledger_accounts', 'ledger_transfers'],
      streak: ['streaks'],
      profile: ['user_profiles'],
    },
  },
} as const satisfies Feature
