import { useEffect, useRef } from 'react'
import type { FieldLayout } from '#aura/canvas/field-picture.ts'
import { useLateDrawing } from '#aura/canvas/late-drawing.ts'
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

export function DottedField({ className }: { className: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  const drawing = useLateDrawing()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the grey
  useEffect(() => {
    const element = canvas.current
    if (!element || !drawing) return
    const observer = new ResizeObserver(() => drawing.drawDottedField(element, layout))
    observer.observe(element)
    return () => observer.disconnect()
  }, [theme, drawing])
  return (
    <div className={className} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  )
}
