import type { FieldLine } from '@aura/aura/battle-field'
import { css, type Rgb } from '@aura/aura/colors'
import { drawField, type FieldPaints, strokeLine } from '@aura/aura/draw-field'
import type { Point } from '@aura/aura/filaments'
import { FieldMotion } from './field-motion.ts'
import { type FieldPicture, fieldSpec, fitCanvas, sideColors } from './field-picture.ts'
import { frameLoop } from './frame-loop.ts'

const FLOW_MS = 4_200
const GIFT_MS = 1_100
/** Length of a spark's light, and its reach, in pixels. */
const SPARK_PX = 63
const SPARK_REACH_PX = 1_050

export interface LiveField {
  show(picture: FieldPicture): void
  spark(side: 'a' | 'b', line: number): void
  /** Only stops sparks; the field keeps following the votes. */
  setPlaying(isPlaying: boolean): void
  /** Draws a copy of the lines on a canvas above what covers the first; null stops it. */
  light(canvas: HTMLCanvasElement | null): void
  /** After a change of theme or size. */
  redraw(): void
  stop(): void
}

interface LiveFieldOptions {
  host: HTMLElement
  lines: HTMLCanvasElement
  sparks: HTMLCanvasElement
  isDark: () => boolean
  isStill: boolean
  /** Position of the front in the host, in pixels. */
  onFront: (at: Point, height: number) => void
}

interface Spark {
  side: 'a' | 'b'
  line: number
  passedMs: number
}

const easeOut = (t: number): number => 1 - (1 - t) ** 3

/** Step length along a moving line, in radii of its disc, with a minimum in pixels. */
const STEP = { radii: 1 / 8, minPx: 8 } as const

/** Recomputes the field only when shown a new picture, at most ten times a second. */
export function startLiveField(options: LiveFieldOptions): LiveField {
  const { host, lines, sparks, isStill } = options
  const motion = new FieldMotion()
  let newest: FieldPicture | null = null
  let size: readonly [width: number, height: number] = [0, 0]
  let colors: { key: string; sides: readonly [Rgb, Rgb] } | null = null
  let paints: FieldPaints = new Map()
  let linesCtx: CanvasRenderingContext2D | null = null
  let sparksCtx: CanvasRenderingContext2D | null = null
  let litCtx: CanvasRenderingContext2D | null = null
  let flowMs = 900
  let isPlaying = true
  let running: Spark[] = []

  const specOf = (picture: FieldPicture) => {
    const spec = fieldSpec(picture, size[0], size[1])
    return isStill ? spec : { ...spec, step: Math.max(STEP.minPx, spec.a.radius * STEP.radii) }
  }
  // Reading colours forces a style recalculation, so only after a change.
  const colorsOf = (picture: FieldPicture) => {
    const key = `${picture.a.color} ${picture.b.color}`
    if (colors?.key !== key) {
      colors = { key, sides: sideColors(picture) }
      paints = new Map()
    }
    return colors.sides
  }
  const paint = () => {
    const { field, spec } = motion
    if (!linesCtx || !spec || !field || !newest) return
    const [colorA, colorB] = colorsOf(newest)
    const { weight } = newest.layout(spec.width, spec.height)
    linesCtx.clearRect(0, 0, spec.width, spec.height)
    drawField(linesCtx, field, spec, { colorA, colorB, dark: options.isDark(), weight }, paints)
    copyToLit()
    options.onFront(field.nullPoint, spec.height)
  }
  const copyToLit = () => {
    if (!litCtx) return
    litCtx.clearRect(0, 0, lines.width, lines.height)
    litCtx.drawImage(lines, 0, 0)
  }
  const jump = () => {
    if (!newest || !linesCtx) return
    motion.jump(specOf(newest))
    paint()
  }
  const moveSparks = (passedMs: number) => {
    const { spec, field } = motion
    if (!sparksCtx || !spec || !field || !newest) return
    const [colorA, colorB] = colorsOf(newest)
    sparksCtx.clearRect(0, 0, spec.width, spec.height)
    sparksCtx.lineCap = 'round'
    if (!isPlaying) return
    flowMs += passedMs
    const { step = STEP.minPx } = spec
    for (const [i, line] of field.a.entries())
      if (line.kind === 'bright') flow(sparksCtx, line, { i, ms: flowMs, color: colorA, step })
    for (const [i, line] of field.b.entries())
      if (line.kind === 'bright') flow(sparksCtx, line, { i, ms: flowMs, color: colorB, step })
    running = running.filter((spark) => spark.passedMs < GIFT_MS)
    for (const spark of running) {
      spark.passedMs += passedMs
      const line = brightLine(field[spark.side], spark.line)
      if (!line) continue
      const color = spark.side === 'a' ? colorA : colorB
      drawSpark(sparksCtx, line, { at: easeOut(spark.passedMs / GIFT_MS), width: 5, color, step })
    }
  }
  const loop = frameLoop(host, (passed) => {
    const passedMs = Math.min(100, passed ?? 0)
    if (motion.move(passedMs)) paint()
    moveSparks(passedMs)
  })
  const fit = () => {
    linesCtx = fitCanvas(lines)
    sparksCtx = fitCanvas(sparks)
    size = [lines.clientWidth, lines.clientHeight]
    colors = null
    if (litCtx) {
      litCtx.canvas.width = lines.width
      litCtx.canvas.height = lines.height
    }
    jump()
  }
  const observer = new ResizeObserver(fit)
  observer.observe(host)
  if (!isStill) loop.play()

  return {
    show(picture) {
      newest = picture
      if (isStill || !motion.field) jump()
      else motion.head(specOf(picture))
    },
    spark(side, line) {
      if (isPlaying && !isStill && running.length < 24) running.push({ side, line, passedMs: 0 })
    },
    setPlaying(playing) {
      isPlaying = playing
    },
    light(canvas) {
      if (canvas) {
        canvas.width = lines.width
        canvas.height = lines.height
      }
      litCtx = canvas?.getContext('2d') ?? null
      copyToLit()
    },
    redraw: fit,
    stop() {
      observer.disconnect()
      loop.stop()
    },
  }
}

interface Flow {
  i: number
  ms: number
  color: Rgb
  step: number
}

function flow(ctx: CanvasRenderingContext2D, line: FieldLine, { i, ms, color, step }: Flow): void {
  drawSpark(ctx, line, { at: (ms / FLOW_MS + i * 0.37) % 1, width: 3, color, step })
}

/** The bright line of a rank; for lesser gifters any of them, or any line. */
function brightLine(lines: readonly FieldLine[], rank: number): FieldLine | undefined {
  const first = lines.findIndex(({ kind }) => kind === 'bright')
  if (first === -1) return lines[(rank * 7) % Math.max(1, lines.length)]
  return lines[first + (rank % (lines.length - first))]
}

interface SparkLook {
  at: number
  width: number
  color: Rgb
  /** Pixels between points of its line. */
  step: number
}

function drawSpark(ctx: CanvasRenderingContext2D, { points }: FieldLine, { at, width, color, step }: SparkLook): void {
  const count = points.length / 2
  const from = Math.floor(at * Math.min(count, SPARK_REACH_PX / step))
  const to = Math.min(count, from + Math.round(SPARK_PX / step))
  if (to - from < 3) return
  ctx.strokeStyle = css(color, 1 - at * 0.7)
  ctx.lineWidth = width
  strokeLine(ctx, points, from * 2, to * 2)
}
