import type { Live } from '#platform/live/live'
import { idOf, kindOf } from '#platform/live/source'

export interface Cheers {
  battleId: string
  participantId: string
  count: number
}

/** Counts the cheers this server hears, until they are stored. */
export class CheerCounter {
  #counts = new Map<string, Cheers>()

  add({ battleId, participantId, count }: Cheers): void {
    const key = `${battleId} ${participantId}`
    this.#counts.set(key, { battleId, participantId, count: (this.#counts.get(key)?.count ?? 0) + count })
  }

  /** Returns the counts since the last call, in the same order on all servers, so that two never deadlock. */
  take(): Cheers[] {
    const taken = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, cheers]) => cheers)
    this.#counts = new Map()
    return taken
  }
}

const counters = new WeakMap<Live, CheerCounter>()

/** Returns the server's counter. From the first call on it counts the taps on battles that `react` has checked. */
export function cheerCounter(live: Live): CheerCounter {
  const known = counters.get(live)
  if (known) return known
  const counter = new CheerCounter()
  counters.set(live, counter)
  live.onSignal((topic, participantId, count) => {
    if (kindOf(topic) === 'battle') counter.add({ battleId: idOf(topic), participantId, count })
  })
  return counter
}
