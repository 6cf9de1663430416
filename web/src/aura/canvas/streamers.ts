import { TAU } from '@aura/drawing/aura-shape'
import type { FieldSpec } from '@aura/drawing/battle-field'
import { css, mix, type Rgb } from '@aura/drawing/colors'
import type { Point } from '@aura/drawing/filaments'

export interface Streamer {
  side: 'a' | 'b'
  loudness: number
  delayMs: number
  isOwn: boolean
}

interface Running extends Streamer {
  passedMs: number
  /** -1 to 1: leaves the disc to the left or right of the rival's direction. */
  turn: number
  hasArrived: boolean
}

interface Wave {
  at: 'front' | 'a' | 'b'
  side: 'a' | 'b'
  loudness: number
  passedMs: number
}

export interface StreamerScene {
  spec: FieldSpec
  front: Point
  colors: readonly [Rgb, Rgb]
  isDark: boolean
}

const RUN_MS = 620
const TAIL_MS = 200
const TAIL = 0.42
const WAVE_MS = 460
const SURGE_MS = 900
/** Limit per side, beyond which streamers blur. Per side, so that both push the front however much arrives. */
const MAX_OF_A_SIDE = 5
const POINTS = 12
/** By loudness, in pixels: half the width, and how far the front gives way. */
const WIDTHS = [2, 3, 4.5, 6.5] as const
const RECOILS = [5, 8, 13, 20] as const
const SURGE_RECOIL = 34
const MAX_RECOIL = 40
const RECOIL_FADES_MS = 190
const SPREAD = 0.75
/** Shortest way outside the disc, in its radii. */
const SHORTEST = 0.5

/** Streamers run from a disc to the front, which gives way for a moment and returns to the true share. */
export class Streamers {
  #running: Running[] = []
  #waves: Wave[] = []
  #count = 0
  #recoil = 0

  get isIdle(): boolean {
    return this.#running.length === 0 && this.#waves.length === 0 && this.#recoil === 0
  }

  /** Adds a streamer. On a full side, an own or louder one replaces the quietest and newest, or is dropped. */
  add(streamer: Streamer): void {
    const ofSide = this.#running.filter(({ side }) => side === streamer.side)
    if (ofSide.length >= MAX_OF_A_SIDE) {
      const [quietest] = ofSide.toSorted((a, b) => rankOf(a) - rankOf(b) || a.passedMs - b.passedMs)
      if (!quietest || rankOf(quietest) >= rankOf(streamer)) return
      this.#running = this.#running.filter((other) => other !== quietest)
    }
    this.#count += 1
    this.#running.push({ ...streamer, passedMs: -streamer.delayMs, turn: turnOf(this.#count), hasArrived: false })
  }

  surge(side: 'a' | 'b'): void {
    this.#waves.push({ at: side, side, loudness: 3, passedMs: 0 })
    this.#recoilBy(side, SURGE_RECOIL)
  }

  clear(): void {
    this.#running = []
    this.#waves = []
    this.#recoil = 0
  }

  /** Advances by one frame. Returns how far the front is pushed towards side B, in pixels. */
  move(passedMs: number): number {
    for (const streamer of this.#running) {
      streamer.passedMs += passedMs
      if (streamer.hasArrived || streamer.passedMs < RUN_MS) continue
      streamer.hasArrived = true
      this.#recoilBy(streamer.side, RECOILS[streamer.loudness] ?? 0)
      this.#waves.push({ at: 'front', side: streamer.side, loudness: streamer.loudness, passedMs: 0 })
    }
    for (const wave of this.#waves) wave.passedMs += passedMs
    this.#running = this.#running.filter((streamer) => streamer.passedMs < RUN_MS + TAIL_MS)
    this.#waves = this.#waves.filter((wave) => wave.passedMs < lengthOf(wave))
    this.#recoil *= Math.exp(-passedMs / RECOIL_FADES_MS)
    if (Math.abs(this.#recoil) < 0.25) this.#recoil = 0
    return this.#recoil
  }

  draw(ctx: CanvasRenderingContext2D, scene: StreamerScene): void {
    for (const wave of this.#waves) drawWave(ctx, wave, scene)
    for (const { passedMs, ...streamer } of this.#running) {
      const head = Math.min(1, Math.max(0, passedMs) / RUN_MS) ** 1.5
      const tail = passedMs < RUN_MS ? head - TAIL : 1 - TAIL * (1 - (passedMs - RUN_MS) / TAIL_MS)
      if (head > 0) drawStreamer(ctx, streamer, scene, Math.max(0, tail), head)
    }
  }

  #recoilBy(side: 'a' | 'b', px: number): void {
    this.#recoil = Math.min(MAX_RECOIL, Math.max(-MAX_RECOIL, this.#recoil + (side === 'a' ? px : -px)))
  }
}

const rankOf = ({ isOwn, loudness }: Streamer): number => loudness + (isOwn ? WIDTHS.length : 0)

const turnOf = (index: number): number => ((index * 0.618034) % 1) * 2 - 1

const lengthOf = ({ at }: Wave): number => (at === 'front' ? WAVE_MS : SURGE_MS)

export function drawStillStreamer(
  ctx: CanvasRenderingContext2D,
  streamer: Pick<Streamer, 'side' | 'loudness'>,
  scene: StreamerScene,
  index: number,
): void {
  drawStreamer(ctx, { ...streamer, turn: turnOf(index + 1) }, scene, 0, 1)
}

/** Returns the front, or a visible point beyond it if a trailing side has it under or close to its disc. */
function goalOf(side: 'a' | 'b', { spec, front }: StreamerScene): Point {
  const { at, radius } = spec[side]
  const rival = spec[side === 'a' ? 'b' : 'a'].at
  const shortest = radius * (1 + SHORTEST)
  if (Math.hypot(front[0] - at[0], front[1] - at[1]) >= shortest) return front
  const [dx, dy] = [rival[0] - at[0], rival[1] - at[1]]
  const gap = Math.hypot(dx, dy) || 1
  return [at[0] + (dx / gap) * shortest, at[1] + (dy / gap) * shortest]
}

const curve = new Float32Array(POINTS * 2)
const normals = new Float32Array(POINTS * 2)
/** Half the width along a band, relative to its head's. */
const TAPER = Float32Array.from({ length: POINTS }, (_, i) => (i / (POINTS - 1)) ** 1.4)

function drawStreamer(
  ctx: CanvasRenderingContext2D,
  { side, loudness, turn }: Pick<Running, 'side' | 'loudness' | 'turn'>,
  scene: StreamerScene,
  tail: number,
  head: number,
): void {
  const { spec, colors, isDark } = scene
  const from = spec[side]
  const to = goalOf(side, scene)
  const [dx, dy] = [to[0] - from.at[0], to[1] - from.at[1]]
  const way = Math.hypot(dx, dy)
  const angle = Math.atan2(dy, dx) + turn * SPREAD
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [x0, y0] = [from.at[0] + cos * from.radius, from.at[1] + sin * from.radius]
  const bend = from.radius + (way - from.radius) * 0.6
  const [x1, y1] = [from.at[0] + cos * bend, from.at[1] + sin * bend]
  for (let i = 0; i < POINTS; i++) {
    const t = tail + ((head - tail) * i) / (POINTS - 1)
    const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t * t]
    curve[2 * i] = p * x0 + q * x1 + r * to[0]
    curve[2 * i + 1] = p * y0 + q * y1 + r * to[1]
  }
  computeNormals()
  const color = side === 'a' ? colors[0] : colors[1]
  const core = isDark ? mix(color, [255, 255, 255], 0.65) : mix(color, [0, 0, 0], 0.3)
  const width = WIDTHS[loudness] ?? WIDTHS[0]
  ctx.fillStyle = css(color, 0.32)
  band(ctx, width * 2.1)
  ctx.fillStyle = css(core, 1)
  band(ctx, width * 0.8)
}

function computeNormals(): void {
  for (let i = 0; i < POINTS; i++) {
    const [a, b] = [Math.max(0, i - 1) * 2, Math.min(POINTS - 1, i + 1) * 2]
    const dx = (curve[b] as number) - (curve[a] as number)
    const dy = (curve[b + 1] as number) - (curve[a + 1] as number)
    const size = Math.hypot(dx, dy) || 1
    normals[2 * i] = -dy / size
    normals[2 * i + 1] = dx / size
  }
}

function band(ctx: CanvasRenderingContext2D, width: number): void {
  const last = POINTS - 1
  ctx.beginPath()
  ctx.moveTo(curve[0] as number, curve[1] as number)
  for (let i = 1; i < POINTS; i++) edge(ctx, i, width * (TAPER[i] as number))
  const angle = Math.atan2(normals[2 * last + 1] as number, normals[2 * last] as number)
  ctx.arc(curve[2 * last] as number, curve[2 * last + 1] as number, width, angle, angle - Math.PI, true)
  for (let i = last; i > 0; i--) edge(ctx, i, -width * (TAPER[i] as number))
  ctx.fill()
}

function edge(ctx: CanvasRenderingContext2D, i: number, half: number): void {
  const [at, to] = [2 * i, 2 * i + 1]
  ctx.lineTo(
    (curve[at] as number) + (normals[at] as number) * half,
    (curve[to] as number) + (normals[to] as number) * half,
  )
}

function drawWave(ctx: CanvasRenderingContext2D, wave: Wave, scene: StreamerScene): void {
  const { spec, colors } = scene
  const k = 1 - (1 - wave.passedMs / lengthOf(wave)) ** 3
  const color = wave.side === 'a' ? colors[0] : colors[1]
  const { at, radius } = spec[wave.side]
  const [x, y] = wave.at === 'front' ? goalOf(wave.side, scene) : at
  const reach = wave.at === 'front' ? 10 + 16 * (wave.loudness + 1) * k : radius * (1 + 3.4 * k)
  ctx.strokeStyle = css(color, (1 - k) * 0.9)
  ctx.lineWidth = wave.at === 'front' ? 1 + 2 * (1 - k) : 3 + 16 * (1 - k)
  ctx.beginPath()
  ctx.arc(x, y, reach, 0, TAU)
  ctx.stroke()
}
