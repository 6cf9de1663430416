import type { Feature } from '#lib/feature'

/** Keys of a passkey account: the list in Settings, and the question for a second one. */
export const accountsFeature: Feature = {
  name: 'accounts',
  parts: () => import('./parts.tsx'),
}
