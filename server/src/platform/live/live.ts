import type { Clock } from '../clock.ts'
import { type ViewerLimits, Viewers } from './viewers.ts'

/** Where commands say what has changed, and live streams hear of it. Made once, handed to everybody in the context. */
export interface Live {
  /**
   * Says, after the commit, that what a topic shows has changed: `user:<id>` (a person's balances and notifications),
   * `battle:<id>`, `battles`, `leaderboard:<kind>`; or `sessions:<id>`, that a person's sessions have: streams of ended
   * ones end. Never throws and never waits; saying it too often costs next to nothing, since watchers are told the
   * newest state and not each change.
   */
  changed(topic: string): void
  /**
   * Tells whoever watches a topic right now that something happened, how often; the name says what. It is told at once
   * and together with others, and kept nowhere. Never throws and never waits.
   */
  signal(topic: string, name: string, count: number): void
  /** Hears of every signal given in this process; answers how to stop. */
  onSignal(listener: (topic: string, name: string, count: number) => void): () => void
  /** Hears of every change said in this process; answers how to stop. */
  onChange(listener: (topic: string) => void): () => void
  /** Who watches which topic. */
  readonly viewers: Viewers
}

/** Not a topic that anybody can watch: tells the servers to look at a person's sessions again. */
export const SESSIONS_KIND = 'sessions'

export function createLive({ clock, limits }: { clock: Clock; limits: { live: ViewerLimits } }): Live {
  const changes = new Listeners<[topic: string]>()
  const signals = new Listeners<[topic: string, name: string, count: number]>()
  return {
    viewers: new Viewers({ clock, limits: limits.live }),
    changed: (topic) => changes.tell(topic),
    onChange: (listener) => changes.add(listener),
    signal: (topic, name, count) => signals.tell(topic, name, count),
    onSignal: (listener) => signals.add(listener),
  }
}

class Listeners<Args extends readonly unknown[]> {
  readonly #listeners = new Set<(...args: Args) => void>()

  add(listener: (...args: Args) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(...args: Args): void {
    for (const listener of this.#listeners) {
      try {
        listener(...args)
      } catch {
        // Whoever changed something has committed it: a listener's failure is not theirs.
      }
    }
  }
}
