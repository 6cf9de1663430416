import { battleField, type Field, type FieldSpec, traceField } from '@aura/aura/battle-field'
import { type FieldTween, tweenField } from '@aura/aura/tween-field'

/** Between two new targets; what changes meanwhile goes together. */
const RETARGET_MS = 100
/** How long the front takes from one share to the next. */
const FRONT_MS = 700
/** What the lines of the next target may take of one frame; the rest of them waits for the frames after it. */
const SLICE_MS = 2
/** Lines that are traced between two looks at the clock. */
const LINES_A_LOOK = 4

const easeOut = (t: number): number => 1 - (1 - t) ** 3

/**
 * A battle's field on its way to where the votes are. It gets a new target at most ten times a second, whose lines are
 * traced a few at a time; in between the lines there are only move.
 */
export class FieldMotion {
  readonly #nowMs: () => number
  #wanted: FieldSpec | null = null
  #sinceTargetMs = RETARGET_MS
  #tracing: { lines: Generator<void, Field>; spec: FieldSpec } | null = null
  #tween: { motion: FieldTween; target: Field; passedMs: number } | null = null
  /** What is to be drawn; null before the first field. */
  field: Field | null = null
  /** What it is drawn from. */
  spec: FieldSpec | null = null

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** There is another field to go to. */
  head(spec: FieldSpec): void {
    this.#wanted = spec
  }

  /** Is there at once. */
  jump(spec: FieldSpec): void {
    this.#wanted = null
    this.#tracing = null
    this.#tween = null
    this.#sinceTargetMs = 0
    this.spec = spec
    this.field = battleField(spec)
  }

  /** Goes on for a frame; answers whether the field has moved. */
  move(passedMs: number): boolean {
    this.#sinceTargetMs += passedMs
    this.#trace()
    if (!this.#tween) return false
    this.#tween.passedMs += passedMs
    const k = Math.min(1, this.#tween.passedMs / FRONT_MS)
    this.#tween.motion.moveTo(easeOut(k))
    this.field = this.#tween.motion.field
    if (k === 1) {
      this.field = this.#tween.target
      this.#tween = null
    }
    return true
  }

  #trace(): void {
    if (!this.#tracing) {
      if (!this.#wanted || this.#sinceTargetMs < RETARGET_MS) return
      this.#sinceTargetMs = 0
      this.#tracing = { lines: traceField(this.#wanted), spec: this.#wanted }
      this.#wanted = null
    }
    const { lines, spec } = this.#tracing
    const endMs = this.#nowMs() + SLICE_MS
    for (let i = 1; ; i++) {
      const { done, value } = lines.next()
      if (done) {
        this.#goTo(value, spec)
        return
      }
      if (i % LINES_A_LOOK === 0 && this.#nowMs() >= endMs) return
    }
  }

  #goTo(target: Field, spec: FieldSpec): void {
    this.#tracing = null
    this.spec = spec
    this.#tween = { motion: tweenField(this.field ?? target, target), target, passedMs: 0 }
  }
}
