import type { Clock } from '../clock.ts'
import { type ViewerLimits, Viewers } from './viewers.ts'

/** Where commands say what has changed, and live streams hear of it. Made once, handed to everybody in the context. */
export interface Live {
  /**
   * Says, after the commit, that what a topic shows has changed: `user:<id>` (a person's balances and notifications),
   * `battle:<id>`, `battles`; or `sessions:<id>`, that a person's sessions have: streams of ended ones end. Never throws and never waits; saying it too often costs next to nothing, since watchers
   * are told the newest state and not each change.
   */
  changed(topic: string): void
  /** Hears of every change said in this process; answers how to stop. */
  onChange(listener: (topic: string) => void): () => void
  /** Who watches which topic. */
  readonly viewers: Viewers
}

/** Not a topic that anybody can watch: tells the servers to look at a person's sessions again. */
export const SESSIONS_KIND = 'sessions'

export function createLive({ clock, limits }: { clock: Clock; limits: { live: ViewerLimits } }): Live {
  const listeners = new Set<(topic: string) => void>()
  return {
    viewers: new Viewers({ clock, limits: limits.live }),
    changed(topic) {
      for (const listener of listeners) {
        try {
          listener(topic)
        } catch {
          // Whoever changed something has committed it: a listener's failure is not theirs.
        }
      }
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
