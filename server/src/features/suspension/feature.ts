import type { Feature } from '#platform/feature'

export const suspensionFeature = {
  name: 'suspension',
} as const satisfies Feature
