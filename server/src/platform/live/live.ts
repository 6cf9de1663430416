import type { Clock } from '../clock.ts'
import { type ViewerLimits, Viewers } from './viewers.ts'

export interface Live {
  /**
   * Announces that a topic's state has changed; call it after the commit. Topics are `user:<id>` (balances and
   * notifications), `battle:<id>`, `battles`, `leaderboard:<kind>`; and `sessions:<id>`, which ends the streams of
   * ended sessions. Never throws, never waits, and repeated calls are cheap: watchers get the newest state, not each
   * change.
   */
  changed(topic: string): void
  /** Sends current watchers a named event and its count, batched and never stored. Never throws and never waits. */
  signal(topic: string, name: string, count: number): void
  /** Listens to signals of this process only. Returns a function that unsubscribes. */
  onSignal(listener: (topic: string, name: string, count: number) => void): () => void
  /** Listens to changes of this process only. Returns a function that unsubscribes. */
  onChange(listener: (topic: string) => void): () => void
  readonly viewers: Viewers
}

/** Kind that can't be watched: makes servers check a user's sessions again. */
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
        // The change is committed, so a listener's failure must not fail the command.
      }
    }
  }
}
