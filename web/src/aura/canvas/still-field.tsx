import { useEffect, useRef } from 'react'
import { useTheme } from '#lib/theme'
import { useNearView } from '#ui/layout/near'
import type { FieldPicture } from './field-picture.ts'
import { useLateDrawing } from './late-drawing.ts'

/** Still drawing that follows its box and the theme, drawn once scrolled near. */
export function StillField({ picture, className = '' }: { picture: FieldPicture; className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNearView(canvas)
  const theme = useTheme()
  const drawing = useLateDrawing()
  const key = JSON.stringify([picture.a, picture.b, picture.share])
  const newest = useRef(picture)
  newest.current = picture
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the picture
  useEffect(() => {
    const element = canvas.current
    if (!element || !near || !drawing) return
    return drawing.drawInBox(element, () => drawing.drawStillField(element, newest.current, theme === 'dark'))
  }, [key, near, theme, drawing])
  return <canvas ref={canvas} className={className} />
}
