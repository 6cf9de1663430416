import { battleField, type Field, type FieldLine, type FieldSpec } from '@aura/aura/battle-field'
import { css, type Rgb } from '@aura/aura/colors'
import { drawField } from '@aura/aura/draw-field'
import type { Point } from '@aura/aura/filaments'
import { type FieldTween, tweenField } from '@aura/aura/tween-field'
import { type FieldPicture, fieldSpec, fitCanvas, sideColors } from './field-picture.ts'
import { frameLoop } from './frame-loop.ts'

/** Between two new targets of the field; what changes meanwhile goes together. */
const RETARGET_MS = 100
/** How long the front takes from one share to the next. */
const FRONT_MS = 700
/** How long a spark takes along a bright line. */
const FLOW_MS = 4_200
const GIFT_MS = 1_100
/** Points of a line that a spark lights at once, and how far out it goes. */
const SPARK_POINTS = 9
const SPARK_REACH = 150

/** A battle that moves: lines follow the votes, and sparks run along them. */
export interface LiveField {
  show(picture: FieldPicture): void
  /** Sends a spark along a line of a side. */
  spark(side: 'a' | 'b', line: number): void
  /** Whether sparks run; the field follows the votes all the same. */
  setPlaying(isPlaying: boolean): void
  /** The theme or the box has changed. */
  redraw(): void
  stop(): void
}

interface LiveFieldOptions {
  /** The two canvases, lines and sparks, lie in it. */
  host: HTMLElement
  lines: HTMLCanvasElement
  sparks: HTMLCanvasElement
  isDark: () => boolean
  isStill: boolean
  /** Where the two sides hold each other, in pixels of the host. */
  onFront: (at: Point, height: number) => void
}

interface Spark {
  side: 'a' | 'b'
  line: number
  passedMs: number
}

const easeOut = (t: number): number => 1 - (1 - t) ** 3

/** Starts drawing. The field is worked out again only when it is shown something else, at most ten times a second. */
export function startLiveField(options: LiveFieldOptions): LiveField {
  const { host, lines, sparks, isStill } = options
  let newest: FieldPicture | null = null
  let isStale = false
  let sinceTargetMs = RETARGET_MS
  let shown: Field | null = null
  let spec: FieldSpec | null = null
  let colors: readonly [Rgb, Rgb] | null = null
  let tween: { motion: FieldTween; target: Field; passedMs: number } | null = null
  let linesCtx: CanvasRenderingContext2D | null = null
  let sparksCtx: CanvasRenderingContext2D | null = null
  let flowMs = 900
  let isPlaying = true
  let running: Spark[] = []

  const paint = (field: Field) => {
    if (!linesCtx || !spec || !newest || !colors) return
    linesCtx.clearRect(0, 0, spec.width, spec.height)
    const { weight } = newest.layout(spec.width, spec.height)
    drawField(linesCtx, field, spec, { colorA: colors[0], colorB: colors[1], dark: options.isDark(), weight })
    options.onFront(field.nullPoint, spec.height)
  }
  const retarget = (jump: boolean) => {
    if (!newest || !linesCtx) return
    isStale = false
    sinceTargetMs = 0
    spec = fieldSpec(newest, lines.clientWidth, lines.clientHeight)
    colors = sideColors(newest)
    const target = battleField(spec)
    if (jump || !shown) {
      tween = null
      shown = target
      paint(target)
      return
    }
    tween = { motion: tweenField(shown, target), target, passedMs: 0 }
  }
  const moveFront = (passedMs: number) => {
    if (!tween) return
    tween.passedMs += passedMs
    const k = Math.min(1, tween.passedMs / FRONT_MS)
    tween.motion.moveTo(easeOut(k))
    shown = tween.motion.field
    if (k === 1) {
      shown = tween.target
      tween = null
    }
    paint(shown)
  }
  const moveSparks = (passedMs: number) => {
    if (!sparksCtx || !spec || !shown || !colors) return
    sparksCtx.clearRect(0, 0, spec.width, spec.height)
    sparksCtx.lineCap = 'round'
    if (!isPlaying) return
    flowMs += passedMs
    for (const [i, line] of shown.a.entries()) if (line.kind === 'bright') flow(sparksCtx, line, i, flowMs, colors[0])
    for (const [i, line] of shown.b.entries()) if (line.kind === 'bright') flow(sparksCtx, line, i, flowMs, colors[1])
    running = running.filter((spark) => spark.passedMs < GIFT_MS)
    for (const spark of running) {
      spark.passedMs += passedMs
      const line = brightLine(shown[spark.side], spark.line)
      if (line) drawSpark(sparksCtx, line, easeOut(spark.passedMs / GIFT_MS), 5, colors[spark.side === 'a' ? 0 : 1])
    }
  }
  const loop = frameLoop(host, (passed) => {
    const passedMs = Math.min(100, passed ?? 0)
    sinceTargetMs += passedMs
    if (isStale && sinceTargetMs >= RETARGET_MS) retarget(false)
    moveFront(passedMs)
    moveSparks(passedMs)
  })
  const fit = () => {
    linesCtx = fitCanvas(lines)
    sparksCtx = fitCanvas(sparks)
    retarget(true)
  }
  const observer = new ResizeObserver(fit)
  observer.observe(host)
  if (!isStill) loop.play()

  return {
    show(picture) {
      newest = picture
      if (isStill || !shown) retarget(true)
      else isStale = true
    },
    spark(side, line) {
      if (isPlaying && !isStill && running.length < 24) running.push({ side, line, passedMs: 0 })
    },
    setPlaying(playing) {
      isPlaying = playing
    },
    redraw: fit,
    stop() {
      observer.disconnect()
      loop.stop()
    },
  }
}

function flow(ctx: CanvasRenderingContext2D, line: FieldLine, i: number, ms: number, color: Rgb): void {
  drawSpark(ctx, line, (ms / FLOW_MS + i * 0.37) % 1, 3, color)
}

/** The bright line of a rank; a lesser gifter's spark takes any of them, or any line at all. */
function brightLine(lines: readonly FieldLine[], rank: number): FieldLine | undefined {
  const first = lines.findIndex(({ kind }) => kind === 'bright')
  if (first === -1) return lines[(rank * 7) % Math.max(1, lines.length)]
  return lines[first + (rank % (lines.length - first))]
}

function drawSpark(ctx: CanvasRenderingContext2D, { points }: FieldLine, at: number, width: number, color: Rgb): void {
  const from = Math.floor(at * Math.min(points.length, SPARK_REACH))
  const to = Math.min(points.length, from + SPARK_POINTS)
  if (to - from < 3) return
  ctx.strokeStyle = css(color, 1 - at * 0.7)
  ctx.lineWidth = width
  ctx.beginPath()
  for (let i = from; i < to; i++) {
    const [x, y] = points[i] ?? [0, 0]
    if (i === from) ctx.moveTo(x, y)
    else ctx.lineTo(x, y)
  }
  ctx.stroke()
}
