import { useEffect, useRef } from 'react'
import { useTheme } from '#lib/theme'
import { useNearView } from '#lib/use-near-view'
import { drawStillField, type FieldPicture } from './field-picture.ts'

/** A battle as a still drawing. It follows its box and the theme, and is drawn when somebody comes near. */
export function StillField({ picture, className = '' }: { picture: FieldPicture; className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNearView(canvas)
  const theme = useTheme()
  const key = JSON.stringify([picture.a, picture.b, picture.share])
  const newest = useRef(picture)
  newest.current = picture
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when there is something else to draw
  useEffect(() => {
    const element = canvas.current
    if (!element || !near) return
    const draw = () => drawStillField(element, newest.current, theme === 'dark')
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [key, near, theme])
  return <canvas ref={canvas} className={className} />
}
