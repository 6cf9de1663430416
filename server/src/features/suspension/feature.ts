import type { Feature } from '#platform/feature'
import { suspensionPersonal } from './tables.ts'

export const suspensionFeature = {
  name: 'suspension',
  database: {
    reads: { profile: ['users'] },
  },
  personalData: suspensionPersonal,
} as const satisfies Feature
