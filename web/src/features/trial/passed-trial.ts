import { tabStore } from '#lib/browser-storage'

/** Returns whether this browser passed the visitor's lesson, unclaimed, by the hint beside the cookie. */
export const hasPassedTrial = (): boolean => /(?:^|;\s*)(?:__Host-)?aura_trial_passed=1/.test(document.cookie)

const SEED = 'aura-visitor-ring'

/** Returns the seed of a visitor's ring, constant while the tab is open. */
export function visitorSeed(): string {
  const known = tabStore.getItem(SEED)
  if (known !== null) return known
  const seed = crypto.randomUUID()
  tabStore.setItem(SEED, seed)
  return seed
}
