import type { Screen } from '#lib/feature'

export type Shown = 'screen' | 'landing' | 'sign-in' | 'restricted' | 'not-found'

export type Viewer = 'visitor' | { isAdmin: boolean; isRestricted: boolean }

/** Returns the screen a viewer sees. A hidden screen looks exactly like a missing one. */
export function shownTo(viewer: Viewer, { visitor, adminOnly, whileRestricted }: Screen): Shown {
  if (viewer === 'visitor') return visitor ?? 'not-found'
  if (adminOnly && !viewer.isAdmin) return 'not-found'
  return viewer.isRestricted && !whileRestricted ? 'restricted' : 'screen'
}
