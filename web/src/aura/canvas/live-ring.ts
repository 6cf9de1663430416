import type { AuraShape } from '@aura/drawing/aura-shape'
import { mix, type Rgb } from '@aura/drawing/colors'
import { formOfDay, glowOfDay } from '@aura/drawing/form-of-day'
import { packStrands, strands } from '@aura/drawing/strands'
import { type FrameLoop, frameLoop } from './frame-loop.ts'
import type { GlFrame } from './gl-ring.ts'
import { holdStage, type Stage } from './gl-stage.ts'
import { QualityWatch } from './quality.ts'
import { giveUpWebgl, isWebglForced } from './rendering-path.ts'
import { fuzzCount, LINE_PIXELS, placeRing, type RingMoment, type RingPicture } from './ring-picture.ts'
import { levelColors } from './token-colors.ts'

const MAX_STEP_MS = 250

export interface LiveRingSource {
  picture: RingPicture
  momentAt(seconds: number): RingMoment
}

export interface LiveRing {
  redraw(): void
  setPlaying(isPlaying: boolean): void
  stop(): void
}

interface LiveRingOptions {
  source: () => LiveRingSource
  startSeconds: number
  onLive: (isLive: boolean) => void
}

/** Draws a live ring into `host` while it holds the stage. Live drawing stops on a machine that is too slow. */
export function startLiveRing(host: HTMLElement, { source, startSeconds, onLive }: LiveRingOptions): LiveRing {
  const watch = new QualityWatch(devicePixelRatio)
  let seconds = startSeconds
  let stage: Stage | null = null
  let colors = themedColors()
  // Cached: reading it on every frame would force layout.
  let size = { width: host.clientWidth, height: host.clientHeight }
  const draw = () => {
    if (!stage) return
    colors = themedColors(colors)
    const frame = frameOf(size, source(), { seconds, colors, watch })
    if (!frame) return
    const { canvas, ring } = stage
    if (canvas.width !== frame.width) canvas.width = frame.width
    if (canvas.height !== frame.height) canvas.height = frame.height
    ring.draw(frame)
  }
  const loop: FrameLoop = frameLoop(host, (passedMs) => {
    if (passedMs === null) watch.restart()
    else {
      seconds += Math.min(MAX_STEP_MS, passedMs) / 1_000
      if (!watch.add(passedMs) && !isWebglForced) return giveUpWebgl()
    }
    draw()
  })
  const resizes = new ResizeObserver(() => {
    size = { width: host.clientWidth, height: host.clientHeight }
    draw()
  })
  resizes.observe(host)
  let isPlaying = true
  const follow = () => (stage && isPlaying ? loop.play() : loop.pause())
  const release = holdStage(
    {
      onGain(gained) {
        stage = gained
        gained.ring.load(packStrands(strands(source().picture.shape, fuzzCount())))
        host.append(gained.canvas)
        onLive(true)
        draw()
        follow()
      },
      onLose() {
        stage?.canvas.remove()
        stage = null
        follow()
        onLive(false)
      },
    },
    { evenSlow: isWebglForced, onLost: giveUpWebgl },
  )
  return {
    redraw: draw,
    setPlaying(playing) {
      isPlaying = playing
      follow()
    },
    stop() {
      resizes.disconnect()
      release()
      loop.stop()
    },
  }
}

interface ThemedColors {
  theme: string | undefined
  levels: Rgb[]
}

function themedColors(known?: ThemedColors): ThemedColors {
  const { theme } = document.documentElement.dataset
  return known?.theme === theme && known ? known : { theme, levels: levelColors() }
}

interface Showing {
  seconds: number
  colors: ThemedColors
  watch: QualityWatch
}

interface Size {
  width: number
  height: number
}

function frameOf({ width, height }: Size, from: LiveRingSource, { seconds, colors, watch }: Showing): GlFrame | null {
  if (width === 0 || height === 0) return null
  const { picture, momentAt } = from
  const { day, released, blend } = momentAt(seconds)
  const place = placeRing(picture, width, height)
  const { pixelRatio: ratio, fuzz } = watch.quality
  const isInk = colors.theme === 'light'
  const grey: Rgb = [128, 128, 128]
  const [first = grey] = colors.levels
  const lit = mix(colors.levels[blend.from] ?? grey, colors.levels[blend.to] ?? grey, blend.k)
  const color = mix(lit, first, released ** 3)
  const form = formOfDay(day)
  return {
    width: Math.round(width * ratio),
    height: Math.round(height * ratio),
    cx: place.cx * ratio,
    cy: place.cy * ratio,
    r: place.r * ratio,
    ratio,
    linePixels: ratio * LINE_PIXELS * place.weight,
    day,
    seconds,
    released,
    twist: picture.shape.twist,
    reach: picture.shape.reach,
    fuzzLength: form.fuzz,
    streamerLength: form.streamer,
    lobes: lobesOf(picture.shape),
    color: unit(color),
    core: unit(isInk ? mix(color, [0, 0, 0], 0.18) : mix(color, [255, 255, 255], 0.55)),
    isInk,
    glow: glowOfDay(day) * (1 - released) * (isInk ? 0.5 : 1),
    glowEnd: place.glowEnd,
    fuzzShare: fuzz,
  }
}

const unit = ([r, g, b]: Rgb) => [r / 255, g / 255, b / 255] as const

const lobesOf = ({ lobes }: AuraShape) => new Float32Array(lobes.flatMap(({ k, a, phase }) => [k, a, phase]))
