import { formatShort } from '@aura/api/money'
import { VOUCH_MULTIPLIERS } from '@aura/api/rules/vouching'
import { LEDGER_AUDIT } from '#features/ledger'
import type { Feature } from '#platform/feature'
import { auditVouches } from './audit-vouches.ts'
import { vouchHandler } from './credit-vouches.ts'
import { vouchingFeed } from './feed-store.ts'
import { findFundings } from './fundings-store.ts'
import { findFinalPayments } from './payments-store.ts'
import { returnsReader } from './read-returns.ts'
import { vouchingRecap } from './recap-store.ts'
import { vouchReceipts } from './receipt-store.ts'
import { vouchingRoutes } from './routes.ts'
import { hasVouched } from './store.ts'
import { vouchingPersonal, vouchingRetention } from './tables.ts'
import { receivedBy, vouchStatsOf } from './vouch-amount.ts'
import { reportableWords } from './words-store.ts'

declare module '#platform/chain/chain' {
  interface ContractAddresses {
    vouch: string
  }
}

declare module '#platform/limits' {
  interface Limits {
    /** Milliseconds between two searches for USDC that went back. */
    returnsEveryMs: number
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
  reportableText: reportableWords,
  chainEvents: [vouchHandler],
  afterChainSync: { usdc_returns: returnsReader },
  notifications: { vouch_received: (id) => (id === null ? '/' : `/user/${id}`) },
  transferKinds: ['vouch_award'],
  levelFields: (level) => ({ vouchingMultiplier: VOUCH_MULTIPLIERS[level] }),
  userFields: receivedBy,
  profileFields: async (db, userId) => ({ vouchStats: await vouchStatsOf(db, userId) }),
  shareFigure: ({ vouchStats: { vouchesReceived } }) => ({
    number: formatShort(vouchesReceived),
    words: vouchesReceived === 1 ? 'vouch' : 'vouches',
  }),
  feed: vouchingFeed,
  recap: vouchingRecap,
  isAcquainted: (db, { userId, otherId }) => hasVouched(db, { voucherId: otherId, targetId: userId }),
  payments: findFinalPayments,
  fundings: findFundings,
  audit: { ...LEDGER_AUDIT, run: auditVouches },
  receipts: vouchReceipts,
  personalData: vouchingPersonal,
  retention: vouchingRetention,
  database: {
    provides: ['know_voucher'],
    reads: {
      'chain-events': ['chain_events', 'chain_cursors'],
      follows: ['blocks', 'mutes'],
      streak: ['streaks'],
      profile: ['user_profiles'],
      wallets: ['wallet_bindings'],
    },
    calls: { follows: ['are_blocked'], identities: ['earlier_accounts'] },
  },
} as const satisfies Feature
