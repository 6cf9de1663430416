/** What a live ring may cost. Lines of days are never given up, fuzz is. */
export interface Quality {
  /** Device pixels per CSS pixel. */
  pixelRatio: number
  /** Part of the fuzz that is drawn. */
  fuzz: number
}

/** More device pixels than this nobody sees in soft light. */
export const MAX_PIXEL_RATIO = 2

/** A mean frame above this is a slide show: something else has to show the aura. */
const HOPELESS_MS = 50
/** One missed frame in three at 60 a second. */
const SLOW_MS = 22
/** Long enough for a mean, short enough that nobody watches it stutter. Counted in time: frames may be slow to come. */
const WINDOW_MS = 500

/** What to do after a window whose mean frame took so long: draw on as given, or not at all. */
export function nextQuality(quality: Quality, meanMs: number): Quality | 'hand over' {
  if (meanMs > HOPELESS_MS) return 'hand over'
  if (meanMs <= SLOW_MS) return quality
  if (quality.pixelRatio > 1) return { ...quality, pixelRatio: 1 }
  return { ...quality, fuzz: 0.5 }
}

/** Watches the first frames, half a second at a time, until nothing more is to be done about them. */
export class QualityWatch {
  quality: Quality
  #isSettled = false
  #sumMs = 0
  #frames = 0

  constructor(pixelRatio: number) {
    this.quality = { pixelRatio: Math.min(MAX_PIXEL_RATIO, pixelRatio), fuzz: 1 }
  }

  /** Forgets the window under way: frames were missed because nobody could see them. */
  restart(): void {
    this.#sumMs = 0
    this.#frames = 0
  }

  /** Takes note of a frame; false if drawing live is hopeless here. */
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
