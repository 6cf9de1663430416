import type { Feature } from '#platform/feature'
import { settingsRoutes } from './routes.ts'

export const settingsFeature = {
  name: 'settings',
  routes: settingsRoutes,
  database: {
    reads: {
      'admin-log': ['admin_actions'],
      auth: ['auth_nonces', 'wallet_bonuses', 'x_accounts', 'x_confirmations'],
      battles: ['battle_gifters', 'battle_gifts', 'battle_reminders', 'battle_steps', 'battles'],
      images: ['image_files'],
      leaderboard: ['rank_entries'],
      ledger: ['ledger_accounts', 'ledger_transfers'],
      lessons: ['learners', 'lesson_completions', 'lesson_quizzes', 'time_zone_changes'],
      notifications: ['notification_mutes', 'notifications', 'push_subscriptions'],
      platform: ['idempotent_answers', 'sessions'],
      profile: ['users'],
      steeze: ['redemption_freezes', 'steeze_purchases', 'steeze_redemptions', 'steeze_withdrawals'],
      suspension: ['suspensions'],
      vouching: ['vouches'],
      wallets: ['wallet_bindings', 'wallet_replacements', 'wallets'],
      whitelist: ['whitelisted_wallets'],
      x: ['x_flows', 'x_tokens'],
    },
    writes: {
      battles: ['battles'],
      images: ['image_files'],
      lessons: ['learners'],
      notifications: ['notifications'],
      platform: ['idempotent_answers'],
      profile: ['users'],
    },
    calls: { leaderboard: ['forget_ranks'] },
  },
} as const satisfies Feature
