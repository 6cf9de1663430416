import { levelOfStreak } from '@aura/api/levels'
import { auraShape } from '@aura/drawing/aura-shape'
import { type Filament, type Point, streamer } from '@aura/drawing/filaments'
import { MAX_STREAMERS } from '@aura/drawing/strands'
import { useEffect, useMemo, useRef, useState } from 'react'
import { AuraCanvas } from '#aura/canvas/aura-canvas.tsx'
import type { RingLayout } from '#aura/canvas/ring-picture.ts'
import { useTheme } from '#lib/theme'
import styles from '../lesson-dialog.module.css'

const PHONE_WIDTH = 420
const MIN_LENGTH = 0.4

const layout: RingLayout = (width, height) => ({
  cx: width * (width > PHONE_WIDTH ? 0.55 : 0.54),
  cy: height / 2,
  r: width > PHONE_WIDTH ? 102 : Math.min(80, height * 0.24),
})

interface ClaimRingProps {
  id: string
  auraPoints: number
  streak: number
  nextStreak: number
  claimed: boolean
}

/** The line to be earned is dotted, then lit once claimed. */
export function ClaimRing({ id, auraPoints, streak, nextStreak, claimed }: ClaimRingProps) {
  const theme = useTheme()
  const days = claimed ? nextStreak : streak
  const level = levelOfStreak(days)
  const earnsLine = nextStreak > streak && nextStreak <= MAX_STREAMERS
  return (
    <div className={styles.plate} data-aura={level.key}>
      <AuraCanvas id={id} days={days} auraPoints={auraPoints} layout={layout} />
      {earnsLine && !claimed && <NextLine key={theme} id={id} auraPoints={auraPoints} line={nextStreak} />}
      <div className={styles.middle}>
        <span className={styles.dayWord}>Day</span>
        <span className={`num ${styles.dayNumber}`}>{days}</span>
        <span>{level.name}</span>
      </div>
    </div>
  )
}

function NextLine({ id, auraPoints, line }: { id: string; auraPoints: number; line: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [tip, setTip] = useState<{ left: number; top: number } | null>(null)
  const points = useMemo(
    () => longEnough(streamer(auraShape(id, line, auraPoints), line - 1, line)),
    [id, auraPoints, line],
  )
  useEffect(() => {
    const element = canvas.current
    const ctx = element?.getContext('2d')
    if (!element || !ctx) return
    const draw = () => {
      const { clientWidth: width, clientHeight: height } = element
      const ratio = devicePixelRatio
      element.width = width * ratio
      element.height = height * ratio
      const { cx, cy, r } = layout(width, height)
      const place = points.map(([x, y]) => [cx + x * r, cy + y * r] as const)
      ctx.scale(ratio, ratio)
      drawDotted(ctx, place, getComputedStyle(document.documentElement))
      const [x, y] = place.at(-1) ?? [0, 0]
      setTip(labelPlace([x, y], { cx, cy, width }))
    }
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [points])
  return (
    <>
      <div aria-hidden="true">
        <canvas ref={canvas} />
      </div>
      {tip && (
        <span className={styles.nextLine} style={tip}>
          Line {line}
        </span>
      )}
    </>
  )
}

/** Lengthens the preview of a first day's hair-thin line so that it is visible. */
function longEnough(line: Filament | null): Point[] {
  if (!line) return []
  const stretch = Math.max(1, MIN_LENGTH / line.length)
  return line.points.map(([x, y]) => {
    const radius = Math.hypot(x, y)
    const k = (1 + (radius - 1) * stretch) / radius
    return [x * k, y * k]
  })
}

const LABEL_WIDTH = 52

function labelPlace([x, y]: Point, { cx, cy, width }: { cx: number; cy: number; width: number }) {
  const left = x < cx ? x - LABEL_WIDTH - 4 : x + 12
  const fits = left >= 4 && left + LABEL_WIDTH <= width - 4
  if (fits) return { left, top: y - 8 }
  return { left: Math.max(4, Math.min(width - LABEL_WIDTH - 4, left)), top: y < cy ? y - 26 : y + 12 }
}

function drawDotted(
  ctx: CanvasRenderingContext2D,
  points: readonly (readonly [number, number])[],
  tokens: CSSStyleDeclaration,
): void {
  const trace = () => {
    ctx.beginPath()
    for (const [i, [x, y]] of points.entries()) i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)
    ctx.stroke()
  }
  ctx.strokeStyle = tokens.getPropertyValue('--bg')
  ctx.lineWidth = 9
  trace()
  ctx.strokeStyle = tokens.getPropertyValue('--ink')
  ctx.lineWidth = 2
  ctx.lineCap = 'round'
  ctx.setLineDash([1, 6])
  trace()
  const [x, y] = points.at(-1) ?? [0, 0]
  ctx.fillStyle = tokens.getPropertyValue('--ink')
  ctx.beginPath()
  ctx.arc(x, y, 4, 0, 7)
  ctx.fill()
}
