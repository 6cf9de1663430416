import type { Feature } from '#platform/feature'

export const suspensionFeature = {
  name: 'suspension',
  database: {
    reads: { profile: ['users'] },
  },
} as const satisfies Feature
