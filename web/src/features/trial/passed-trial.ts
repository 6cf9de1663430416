/** Returns whether this browser passed the visitor's lesson, unclaimed, by the hint beside the cookie. */
export const hasPassedTrial = (): boolean => /(?:^|;\s*)(?:__Host-)?aura_trial_passed=1/.test(document.cookie)

const SEED = 'aura-visitor-ring'
let seed: string | undefined

/** Returns the seed of a visitor's ring, constant while the tab is open. */
export function visitorSeed(): string {
  if (seed !== undefined) return seed
  try {
    seed = sessionStorage.getItem(SEED) ?? crypto.randomUUID()
    sessionStorage.setItem(SEED, seed)
  } catch {
    // Storage may be blocked: a reload then draws another ring.
    seed = crypto.randomUUID()
  }
  return seed
}
