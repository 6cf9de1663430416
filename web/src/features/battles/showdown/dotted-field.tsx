import { battleField, type FieldSpec } from '@aura/drawing/battle-field'
import { css } from '@aura/drawing/colors'
import { strokeLine } from '@aura/drawing/draw-field'
import { useEffect, useRef } from 'react'
import { type FieldLayout, fieldSpec, fitCanvas } from '#aura/canvas/field-picture.ts'
import { tokenColors } from '#aura/level-colors.ts'
import { useTheme } from '#lib/theme'

const PHONE_WIDTH = 896

const layout: FieldLayout = (width, height) =>
  width < PHONE_WIDTH
    ? { a: [width * 0.26, height * 0.26], b: [width * 0.74, height * 0.74], radius: 58, lines: 84, reach: 4, weight: 1 }
    : {
        a: [width * 0.25, height * 0.43],
        b: [width * 0.75, height * 0.43],
        radius: 96,
        lines: 112,
        reach: 4,
        weight: 1,
      }

const nobody = (id: string) => ({ id, days: 0, auraPoints: 0, color: 'line-2', gifts: [] })

export function DottedField({ className }: { className: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the grey
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const ctx = fitCanvas(element)
      if (!ctx) return
      const spec = fieldSpec(
        { a: nobody('a'), b: nobody('b'), share: 0.5, layout },
        element.clientWidth,
        element.clientHeight,
      )
      drawDotted(ctx, spec)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [theme])
  return (
    <div className={className} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  )
}

function drawDotted(ctx: CanvasRenderingContext2D, spec: FieldSpec): void {
  const [grey = [128, 128, 128] as const] = tokenColors(['line-2'])
  const { a, b } = battleField(spec)
  ctx.setLineDash([1.5, 9])
  ctx.lineCap = 'round'
  ctx.lineWidth = 1.25
  ctx.strokeStyle = css(grey, 0.6)
  for (const { points } of [...a, ...b]) strokeLine(ctx, points)
}
