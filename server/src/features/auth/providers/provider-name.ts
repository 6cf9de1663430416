import { knownName } from '#features/providers'
import { providersOf, X } from '#features/x'
import type { Settings } from '#platform/settings'

/**
 * Returns what people call the provider that is stored under this key, also if it is not set up any more. Throws if
 * nothing could be stored under it.
 */
export function providerName(settings: Settings, key: string): string {
  const configured = providersOf(settings).find((provider) => provider.key === key)?.name
  return configured ?? (key === X ? 'X' : knownName(key)) ?? new URL(key).host
}

/** Returns whether accounts could be stored under this key. */
export const isProviderKey = (key: string): boolean =>
  key === X || knownName(key) !== undefined || (/^https?:\/\/./.test(key) && URL.canParse(key))
