import { VOUCH_MULTIPLIERS } from '@aura/api/rules/vouching'
import type { Feature } from '#platform/feature'
import { vouchHandler } from './credit-vouches.ts'
import { vouchingRoutes } from './routes.ts'
import { vouchingPersonal } from './tables.ts'

declare module '#platform/chain/chain' {
  interface ContractAddresses {
    vouch: string
  }
}

export const vouchingFeature = {
  name: 'vouching',
  contract: {
    key: 'vouch',
    name: 'vouching',
    setting: 'VOUCH_CONTRACT',
    boundAs: 'vouch-contract',
    why: 'its vouches were made there',
  },
  routes: vouchingRoutes,
  chainEvents: [vouchHandler],
  notifications: { vouch_received: (id) => (id === null ? '/' : `/user/${id}`) },
  transferKinds: ['vouch_award'],
  levelFields: (level) => ({ vouchingMultiplier: VOUCH_MULTIPLIERS[level] }),
  personalData: vouchingPersonal,
  database: {
    reads: { 'chain-events': ['chain_events'], lessons: ['streaks'], profile: ['user_profiles'] },
  },
} as const satisfies Feature
