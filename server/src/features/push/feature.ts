import type { NotificationType, OptionalNotification } from '@aura/api/calls/notifications'
import type { Feature } from '#platform/feature'
import { checkPushKeys } from './check-push-keys.ts'
import { digestsDue } from './digests-due.ts'
import { localPushKeys } from './local-keys.ts'
import type { PushKind } from './push.rules.ts'
import { countedPush, registerPushes } from './push-metrics.ts'
import { pushesDue } from './pushes-due.ts'
import { pushRoutes } from './routes.ts'
import { pushPersonal, pushRetention } from './tables.ts'
import { type Push, webPush } from './web-push.ts'

declare module '#platform/feature' {
  interface Feature {
    /** Types of notifications that expire, with their expiry. Their messages offer to turn the type off. */
    readonly expiringPushes?: {
      readonly [T in OptionalNotification]?: (sentAt: Date, timeZone: string) => Date
    }
    /** Its notifications that are pushed with another urgency, or for longer or shorter, than usual. */
    readonly pushes?: { readonly [T in NotificationType]?: PushKind }
  }
}

declare module '#platform/context' {
  interface Context {
    /** Push messages; if undefined, notifications are shown in the app only. */
    push?: Push | null
  }
}

declare module '#platform/limits' {
  interface Limits {
    /** Push subscriptions per person. The least recently used is dropped. */
    pushBrowsers: number
    /** Milliseconds after which overdue messages are dropped. */
    undeliveredPushMs: number
  }
}

/** Push: notifications in browsers where Aura is closed. */
declare module '#platform/http/security/security-log' {
  interface SecurityEvents {
    'push-added': true
  }
}

export const pushFeature = {
  name: 'push',
  // `local` creates and keeps its own keys; other networks use the configured ones, if any.
  opens: async ({ config: { chain, dataDir, push } }) => {
    const known = push.keys ?? (chain.kind === 'local' ? await localPushKeys(dataDir) : null)
    return { context: { push: known && countedPush(webPush({ ...known, subject: push.subject })) } }
  },
  checks: ({ config: { chain, push } }) => [{ name: 'push', run: async () => checkPushKeys(push, chain.kind) }],
  routes: pushRoutes,
  metrics: [registerPushes],
  jobs: { push_digests: digestsDue, pushes: pushesDue },
  personalData: pushPersonal,
  retention: pushRetention,
  database: {
    provides: ['queue_pushes'],
    reads: { streak: ['streaks'], notifications: ['notifications'], platform: ['sessions'] },
  },
} as const satisfies Feature
