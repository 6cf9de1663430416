import type { Clock } from '../../server/src/platform/clock.ts'

/** A clock set by hand, to replay the past in order. */
export class MovingClock implements Clock {
  at: Date
  constructor(at: Date) {
    this.at = at
  }
  now = () => this.at
  sqlNow = () => this.at
  elapsedMs = () => this.at.getTime()
}
