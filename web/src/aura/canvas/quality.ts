/** Rendering cost of a live ring. Fuzz is reduced first; day lines never are. */
export interface Quality {
  pixelRatio: number
  fuzz: number
}

/** Higher ratios are not visible in soft light. */
export const MAX_PIXEL_RATIO = 2

/** Above this mean frame time live drawing is abandoned. */
const HOPELESS_MS = 50
/** Frame time at which one frame in three is missed at 60 Hz. */
const SLOW_MS = 22
/** A time and not a number of frames, which may be slow. */
const WINDOW_MS = 500

/** Returns the quality after a window with this mean frame time, or 'hand over' to give up. */
export function nextQuality(quality: Quality, meanMs: number): Quality | 'hand over' {
  if (meanMs > HOPELESS_MS) return 'hand over'
  if (meanMs <= SLOW_MS) return quality
  if (quality.pixelRatio > 1) return { ...quality, pixelRatio: 1 }
  return { ...quality, fuzz: 0.5 }
}

export class QualityWatch {
  quality: Quality
  #isSettled = false
  #sumMs = 0
  #frames = 0

  constructor(pixelRatio: number) {
    this.quality = { pixelRatio: Math.min(MAX_PIXEL_RATIO, pixelRatio), fuzz: 1 }
  }

  /** Discards the current window after frames were missed out of sight. */
  restart(): void {
    this.#sumMs = 0
    this.#frames = 0
  }

  add(frameMs: number): boolean {
    if (this.#isSettled) return true
    this.#sumMs += frameMs
    this.#frames += 1
    if (this.#sumMs < WINDOW_MS) return true
    const next = nextQuality(this.quality, this.#sumMs / this.#frames)
    if (next === 'hand over') return false
    this.#isSettled = next === this.quality || next.fuzz < 1
    this.quality = next
    this.restart()
    return true
  }
}
