import type { Feature } from '#platform/feature'

export const ledgerFeature = {
  name: 'ledger',
} as const satisfies Feature
