import type { StatusSource } from '#features/status'
import { cursorIdOf, findCursor } from './cursor-store.ts'

/** Equals the alert on the age of the newest block; Base makes one every two seconds. */
const BEHIND_MS = 5 * 60_000
const STUCK_MS = 30 * 60_000

/** Reports the age of the newest block that was read. A server that has read none yet is behind. */
export const chainStatus: StatusSource = {
  part: 'chain',
  async state({ chain, clock, db }) {
    if (!chain.contracts) return undefined
    const time = (await findCursor(db, cursorIdOf(chain)))?.time
    if (!time) return 'degraded'
    const ageMs = clock.now().getTime() - time.getTime()
    return ageMs > STUCK_MS ? 'down' : ageMs > BEHIND_MS ? 'degraded' : 'up'
  },
}
