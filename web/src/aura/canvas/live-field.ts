import { type FieldLine, isFrontFree, traceField } from '@aura/drawing/battle-field'
import { css, type Rgb } from '@aura/drawing/colors'
import { drawField, type FieldPaints, strokeLine } from '@aura/drawing/draw-field'
import type { Point } from '@aura/drawing/filaments'
import { drawInBox } from './draw-in-box.ts'
import { fieldSpec, fitCanvas, sideColors } from './draw-still-field.ts'
import { FieldMotion } from './field-motion.ts'
import type { FieldPicture } from './field-picture.ts'
import { frameLoop } from './frame-loop.ts'
import { drawStillStreamer, type Streamer, Streamers } from './streamers.ts'

const FLOW_MS = 4_200
/** Time a gift's streamer is shown under reduced motion. */
const STILL_GIFT_MS = 1_600
/** Size of a spark's light, and its reach. */
const SPARK_PX = 63
const SPARK_REACH_PX = 1_050

export interface LiveField {
  show(picture: FieldPicture): void
  gift(streamer: Streamer): void
  surge(side: 'a' | 'b'): void
  /** Pauses sparks and gifts only; the field keeps following the gifts. */
  setPlaying(isPlaying: boolean): void
  /** Draws a copy of the lines on a second canvas, or stops with null. */
  light(canvas: HTMLCanvasElement | null): void
  redraw(): void
  stop(): void
}

interface LiveFieldOptions {
  host: HTMLElement
  lines: HTMLCanvasElement
  sparks: HTMLCanvasElement
  isDark: () => boolean
  isStill: boolean
  /** Fewer frames, none without gifts, and no light along the lines. */
  isThrifty: boolean
  maxWidthPx: number
  /** `isFree`: whether no face is there. */
  onFront: (at: Point, height: number, isFree: boolean) => void
}

const THRIFTY_FRAME_MS = 60

/** Tracing time per turn of the first field: tracing it at once would block a slow phone. */
const SLICE_MS = 8

/** Step length along a moving line, in radii of its disc, with a minimum in pixels. */
const STEP = { radii: 1 / 8, minPx: 8 } as const

/** Starts drawing. The field is recomputed only for a new picture, at most ten times a second. */
export function startLiveField(options: LiveFieldOptions): LiveField {
  const { host, lines, sparks, isStill, isThrifty, maxWidthPx } = options
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
  const streamers = new Streamers()
  let recoilPx = 0
  let stillGifts = 0
  let clearing: ReturnType<typeof setTimeout> | undefined
  let beginning: ReturnType<typeof setTimeout> | undefined

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
  const paint = (only?: 'a' | 'b') => {
    clearTimeout(beginning)
    const { field, spec } = motion
    if (!linesCtx || !spec || !field || !newest) return
    const [colorA, colorB] = colorsOf(newest)
    const { weight } = newest.layout(spec.width, spec.height)
    if (only !== 'b') linesCtx.clearRect(0, 0, spec.width, spec.height)
    drawField(linesCtx, field, spec, { colorA, colorB, dark: options.isDark(), weight, only }, paints)
    copyToLit()
    placeFront()
  }
  /** Places the front at the share, slightly further while a gift arrives. */
  const placeFront = () => {
    const { field, spec } = motion
    if (!field || !spec) return
    const [dx, dy] = [spec.b.at[0] - spec.a.at[0], spec.b.at[1] - spec.a.at[1]]
    const gap = Math.hypot(dx, dy) || 1
    const [x, y] = field.nullPoint
    const at: Point = [x + (dx / gap) * recoilPx, y + (dy / gap) * recoilPx]
    options.onFront(at, spec.height, isFrontFree(spec, at))
  }
  const scene = () => {
    const { field, spec } = motion
    if (!field || !spec || !newest) return null
    return { spec, front: field.nullPoint, colors: colorsOf(newest), isDark: options.isDark() }
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
    // Still streamers would end at the old front.
    if (isStill) clearSparks()
  }
  const begin = () => {
    clearTimeout(beginning)
    const picture = newest
    if (!picture || !linesCtx) return
    const spec = specOf(picture)
    const tracing = traceField(spec)
    const trace = () => {
      const endMs = performance.now() + SLICE_MS
      do {
        const { done, value } = tracing.next()
        if (!done) continue
        motion.jump(spec, value)
        paint('a')
        beginning = setTimeout(() => {
          paint('b')
          if (newest && newest !== picture) show(newest)
        })
        return
      } while (performance.now() < endMs)
      beginning = setTimeout(trace)
    }
    trace()
  }
  const drawFlows = (ctx: CanvasRenderingContext2D, passedMs: number) => {
    const { spec, field } = motion
    if (!spec || !field || !newest) return
    const [colorA, colorB] = colorsOf(newest)
    flowMs += passedMs
    const { step = STEP.minPx } = spec
    for (const [i, line] of field.a.entries())
      if (line.kind === 'bright') flow(ctx, line, { i, ms: flowMs, color: colorA, step })
    for (const [i, line] of field.b.entries())
      if (line.kind === 'bright') flow(ctx, line, { i, ms: flowMs, color: colorB, step })
  }
  const moveSparks = (passedMs: number) => {
    const { spec, field } = motion
    if (!sparksCtx || !spec || !field || !newest) return
    sparksCtx.clearRect(0, 0, spec.width, spec.height)
    sparksCtx.lineCap = 'round'
    if (!isPlaying) return
    if (!isThrifty) drawFlows(sparksCtx, passedMs)
    const from = recoilPx
    recoilPx = streamers.move(passedMs)
    if (recoilPx !== 0 || from !== 0) placeFront()
    const shown = streamers.isIdle ? null : scene()
    if (shown) streamers.draw(sparksCtx, shown)
  }
  let sinceFrameMs = 0
  const loop = frameLoop(host, (passed) => {
    sinceFrameMs += Math.min(100, passed ?? 0)
    if (isThrifty && sinceFrameMs < THRIFTY_FRAME_MS) return
    const passedMs = sinceFrameMs
    sinceFrameMs = 0
    if (motion.move(passedMs)) paint()
    moveSparks(passedMs)
    if (isThrifty && !motion.isMoving && streamers.isIdle) loop.pause()
  })
  const wake = () => {
    if (isThrifty && !isStill) loop.play()
  }
  const clearSparks = () => {
    stillGifts = 0
    sparksCtx?.clearRect(0, 0, size[0], size[1])
  }
  const fit = () => {
    linesCtx = fitCanvas(lines, maxWidthPx)
    sparksCtx = fitCanvas(sparks, maxWidthPx)
    size = [lines.clientWidth, lines.clientHeight]
    colors = null
    if (litCtx) {
      litCtx.canvas.width = lines.width
      litCtx.canvas.height = lines.height
    }
    if (motion.field) jump()
    else begin()
  }
  const stopFitting = drawInBox(host, fit)
  if (!isStill) loop.play()
  const show = (picture: FieldPicture) => {
    newest = picture
    // The first field is still being traced and will continue to this one.
    if (!motion.field) return
    if (isStill) return jump()
    motion.head(specOf(picture))
    wake()
  }

  return {
    show,
    gift(streamer) {
      if (!isPlaying) return
      if (!isStill) {
        streamers.add(streamer)
        return wake()
      }
      const shown = scene()
      if (!sparksCtx || !shown) return
      drawStillStreamer(sparksCtx, streamer, shown, stillGifts++)
      clearTimeout(clearing)
      clearing = setTimeout(clearSparks, STILL_GIFT_MS)
    },
    surge(side) {
      if (!isPlaying || isStill) return
      streamers.surge(side)
      wake()
    },
    setPlaying(playing) {
      isPlaying = playing
      if (playing) return
      streamers.clear()
      recoilPx = 0
      placeFront()
      if (isStill) clearSparks()
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
      clearTimeout(clearing)
      clearTimeout(beginning)
      stopFitting()
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

interface SparkLook {
  at: number
  width: number
  color: Rgb
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
