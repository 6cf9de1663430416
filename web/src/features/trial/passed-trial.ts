import { useSyncExternalStore } from 'react'

/** Returns whether this browser passed the visitor's lesson, unclaimed, by the hint beside the cookie. */
export const hasPassedTrial = (): boolean => /(?:^|;\s*)(?:__Host-)?aura_trial_passed=1/.test(document.cookie)

const CHANGED = 'aura-trial'

/** Announces to this page that the visitor's lesson was passed or claimed. */
export const announceTrial = (): boolean => dispatchEvent(new Event(CHANGED))

/** Follows `hasPassedTrial`, in other tabs once this one is looked at. */
export const usePassedTrial = (): boolean => useSyncExternalStore(follow, hasPassedTrial, () => false)

function follow(onChange: () => void): () => void {
  const events = [CHANGED, 'focus']
  for (const event of events) addEventListener(event, onChange)
  return () => {
    for (const event of events) removeEventListener(event, onChange)
  }
}
