import { battleField, type Field, type FieldSpec, traceField } from '@aura/drawing/battle-field'
import { PointMemory } from '@aura/drawing/point-memory'
import { type FieldTween, tweenField } from '@aura/drawing/tween-field'

const RETARGET_MS = 100
const FRONT_MS = 700
const SNAP_MS = 300
/** Time per frame for tracing the next target's lines; the rest continues in later frames. */
const SLICE_MS = 2
const LINES_A_LOOK = 4

const easeOut = (t: number): number => 1 - (1 - t) ** 3
const snapOut = (t: number): number => 1 + 2.7 * (t - 1) ** 3 + 1.7 * (t - 1) ** 2

const leaderAt = (share: number): 'a' | 'b' | null => (share === 0.5 ? null : share > 0.5 ? 'a' : 'b')

/** Animates a battle's field towards the current gifts: at most ten targets a second, traced in steps. */
export class FieldMotion {
  readonly #nowMs: () => number
  #wanted: FieldSpec | null = null
  #sinceTargetMs = RETARGET_MS
  #isSnap = false
  #leader: 'a' | 'b' | null = null
  #tracing: { lines: Generator<void, Field>; spec: FieldSpec; isSnap: boolean } | null = null
  #traced: { field: Field; spec: FieldSpec; isSnap: boolean } | null = null
  /** Memory of the lines being traced, of the target, and of a tween's start and moving lines. */
  readonly #memory = {
    traced: new PointMemory(),
    target: new PointMemory(),
    starts: new PointMemory(),
    moved: new PointMemory(),
  }
  #tween: { motion: FieldTween; target: Field; passedMs: number; isSnap: boolean } | null = null
  field: Field | null = null
  spec: FieldSpec | null = null

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  get isMoving(): boolean {
    return this.#wanted !== null || this.#tracing !== null || this.#traced !== null || this.#tween !== null
  }

  /** Moves towards these shares. A change of the lead, including the first lead, snaps over. */
  head(spec: FieldSpec): void {
    const before = this.#leader
    this.#leader = leaderAt(spec.share) ?? before
    this.#wanted = spec
    this.#isSnap ||= this.#leader !== before
  }

  jump(spec: FieldSpec, field: Field = battleField(spec)): void {
    this.#leader = leaderAt(spec.share) ?? this.#leader
    this.#wanted = null
    this.#isSnap = false
    this.#tracing = null
    this.#traced = null
    this.#tween = null
    this.#sinceTargetMs = 0
    this.spec = spec
    this.field = field
  }

  move(passedMs: number): boolean {
    this.#sinceTargetMs += passedMs
    // Starting a tween costs as much as drawing, so a frame does one of them and traces nothing.
    if (this.#traced) {
      this.#goTo(this.#traced)
      return false
    }
    this.#trace()
    if (!this.#tween) return false
    this.#tween.passedMs += passedMs
    const { isSnap } = this.#tween
    const k = Math.min(1, this.#tween.passedMs / (isSnap ? SNAP_MS : FRONT_MS))
    this.#tween.motion.moveTo((isSnap ? snapOut : easeOut)(k))
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
      this.#memory.traced.clear()
      this.#tracing = {
        lines: traceField(this.#wanted, this.#memory.traced.take),
        spec: this.#wanted,
        isSnap: this.#isSnap,
      }
      this.#wanted = null
      this.#isSnap = false
    }
    const { lines, spec, isSnap } = this.#tracing
    const endMs = this.#nowMs() + SLICE_MS
    for (let i = 1; ; i++) {
      const { done, value } = lines.next()
      if (done) {
        this.#tracing = null
        this.#traced = { field: value, spec, isSnap }
        return
      }
      if (i % LINES_A_LOOK === 0 && this.#nowMs() >= endMs) return
    }
  }

  #goTo({ field: target, spec, isSnap }: { field: Field; spec: FieldSpec; isSnap: boolean }): void {
    this.#traced = null
    this.spec = spec
    const { traced, target: former, starts, moved } = this.#memory
    this.#memory.target = traced
    this.#memory.traced = former
    starts.clear()
    moved.clear()
    const motion = tweenField(this.field ?? target, target, { starts: starts.take, moved: moved.take })
    this.#tween = { motion, target, passedMs: 0, isSnap }
  }
}
