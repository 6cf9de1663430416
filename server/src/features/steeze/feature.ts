import { LEDGER_AUDIT } from '#features/ledger'
import type { Feature } from '#platform/feature'
import { steezeCommands } from './admin-commands.ts'
import { auditSteeze } from './audit-steeze.ts'
import { purchaseHandler } from './buying/credit-purchases.ts'
import { checkContracts } from './check-contracts.ts'
import { steezeLive } from './live.ts'
import { openSteeze } from './open-steeze.ts'
import { steezeReceipts } from './receipt-store.ts'
import { registerWaiting } from './redeeming/redemption-metrics.ts'
import { releaseLapsed } from './redeeming/release-redemptions.ts'
import { withdrawalHandler } from './redeeming/settle-withdrawals.ts'
import { registerUnexplained, unexplainedAlarm } from './redeeming/watch-unexplained.ts'
import { compareReserves, keepSnapshot } from './reserves/reserves.ts'
import { registerReserves, reservesAlarm, unhurried } from './reserves/watch-reserves.ts'
import { eraseAppeals } from './reviewing/review-store.ts'
import { reviewsDue } from './reviewing/reviews-due.ts'
import { steezeRoutes } from './routes.ts'
import type { SettingsGuard } from './settings-check/settings-guard.ts'
import { registerSettings, settingsWatch } from './settings-check/watch-settings.ts'
import type { WithdrawalSigner } from './signer/withdrawal-signer.ts'
import { steezeContract } from './steeze-contract.ts'
import { steezeStatus } from './steeze-status.ts'
import { steezePersonal, steezeRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** Maximum age of a wallet's balance; each read asks the network. */
    balanceMaxAgeMs: number
    /** Maximum age of the reserves; each comparison asks the network. */
    reservesMaxAgeMs: number
    /** Lifetime of a signed withdrawal. */
    redeemDeadlineMs: number
    /** How often one redemption may be signed again. */
    redeemRenewals: number
    /** Micro-USDC signed per UTC day. The contract has a cap of its own. */
    redeemDailyCapMicros: number
    /** Milliseconds admins have to decide a redemption that waits for them. */
    reviewMs: number
    /** Milliseconds for which an approved redemption may be signed. */
    reviewApprovedMs: number
  }
}

declare module '#platform/chain/chain' {
  interface ContractAddresses {
    steeze: string
  }
}

declare module '#platform/context' {
  interface Context {
    /** Signs withdrawals; if undefined or null, redemptions are disabled. */
    signer?: WithdrawalSigner | null
    /** Tracks whether the network confirms the settings; undefined on a server that signs nothing. */
    settingsGuard?: SettingsGuard
  }
}

declare module '#platform/settings' {
  interface Settings {
    /** Milliseconds after a battle's end in which its purchased gifts can't be redeemed. */
    redeemMaturingMs: number
    /** Steeze that a person can redeem in 24 hours before an admin has to approve it. */
    redeemReviewAbove: number
  }
  interface Secrets {
    /** Signs withdrawals of Steeze in its own process; null disables redemptions. */
    signerKey: `0x${string}` | null
  }
}

declare module '#platform/http/security/security-log' {
  interface SecurityEvents {
    'signing-refused': true
  }
}

export const steezeFeature = {
  name: 'steeze',
  opens: openSteeze,
  checks: ({ config, chain }, features) => [{ name: 'contracts', run: () => checkContracts(config, chain, features) }],
  contract: steezeContract,
  routes: steezeRoutes,
  adminCommands: steezeCommands,
  live: [steezeLive],
  chainEvents: [purchaseHandler, withdrawalHandler],
  afterChainSync: {
    unexplained: (ctx, log) => unhurried(ctx, unexplainedAlarm(ctx, log)),
    reserves: reservesAlarm,
    lapsed_redemptions: (ctx) => unhurried(ctx, () => releaseLapsed(ctx)),
    reserve_snapshot: (ctx) => unhurried(ctx, () => keepSnapshot(ctx)),
  },
  jobs: { settings: settingsWatch, redemption_reviews: reviewsDue },
  metrics: [registerSettings, registerUnexplained, registerReserves, registerWaiting],
  notifications: { steeze_update: (id) => (id === null ? '/steeze-stack' : `/receipts/${id}`) },
  transferKinds: [
    'steeze_purchase',
    'steeze_claim',
    'steeze_hold',
    'steeze_hold_again',
    'steeze_hold_release',
    'steeze_redemption',
    'steeze_unexplained',
    'steeze_charge',
    'test_credit',
  ],
  audit: { ...LEDGER_AUDIT, run: auditSteeze, compare: compareReserves },
  receipts: steezeReceipts,
  status: steezeStatus,
  personalData: steezePersonal,
  retention: steezeRetention,
  erase: async (_ctx, tx, { userId }) => {
    await eraseAppeals(tx, userId)
    return []
  },
  database: {
    reads: {
      'chain-events': ['chain_cursors', 'chain_events'],
      ledger: ['ledger_hold_resolutions', 'ledger_holds'],
      profile: ['user_profiles'],
      wallets: ['user_wallets'],
    },
  },
} as const satisfies Feature
