import type { Feature } from '#platform/feature'

export const walletsFeature = {
  name: 'wallets',
} as const satisfies Feature
