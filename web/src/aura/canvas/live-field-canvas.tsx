import { type Ref, useEffect, useImperativeHandle, useRef, useSyncExternalStore } from 'react'
import { useTheme } from '#lib/theme'
import type { FieldPicture } from './field-picture.ts'
import { useLateDrawing } from './late-drawing.ts'
import type { LiveField } from './live-field.ts'
import { onPathChange, renderingPath } from './rendering-path.ts'
import type { Streamer } from './streamers.ts'

export interface FieldControl {
  gift(streamer: Streamer): void
  surge(side: 'a' | 'b'): void
}

interface LiveFieldCanvasProps {
  picture: FieldPicture
  isPlaying: boolean
  className: string
  sparksClassName: string
  /** Class of a second copy of the lines, above the elements that cover the first. */
  litClassName?: string | undefined
  front?: { current: HTMLElement | null }
  /** Reduces drawing to a minimum. Constant. */
  isBesideStream?: boolean
  ref: Ref<FieldControl>
}

const BESIDE_STREAM_PX = 800

const notYet = () => null

export function LiveFieldCanvas(props: LiveFieldCanvasProps) {
  const { picture, isPlaying, className, sparksClassName, litClassName, front, isBesideStream = false, ref } = props
  const host = useRef<HTMLDivElement>(null)
  const lines = useRef<HTMLCanvasElement>(null)
  const sparks = useRef<HTMLCanvasElement>(null)
  const lit = useRef<HTMLCanvasElement>(null)
  const field = useRef<LiveField>(null)
  const theme = useTheme()
  const startLiveField = useLateDrawing()?.startLiveField
  const isReady = startLiveField !== undefined
  // Looking for WebGL waits for the drawing.
  const path = useSyncExternalStore(onPathChange, isReady ? renderingPath : notYet)
  const isStill = path === 'still'
  // Without a GPU, frames are drawn by the processor that also runs the page.
  const drawsRarely = isBesideStream || path !== 'webgl'
  const newest = useRef({ picture, theme, isPlaying })
  newest.current = { picture, theme, isPlaying }
  useEffect(() => {
    if (!startLiveField || !host.current || !lines.current || !sparks.current) return
    const started = startLiveField({
      host: host.current,
      lines: lines.current,
      sparks: sparks.current,
      isDark: () => newest.current.theme === 'dark',
      isStill,
      isThrifty: drawsRarely,
      maxWidthPx: isBesideStream ? BESIDE_STREAM_PX : Number.POSITIVE_INFINITY,
      onFront: ([x, y], height, isFree) => {
        const mark = front?.current
        if (!mark) return
        mark.style.translate = `${x}px ${y}px`
        mark.style.setProperty('--front-rest', `${height - y}px`)
        mark.toggleAttribute('data-on-face', !isFree)
      },
    })
    field.current = started
    started.setPlaying(newest.current.isPlaying)
    started.show(newest.current.picture)
    return () => started.stop()
  }, [startLiveField, isStill, drawsRarely, isBesideStream, front])
  const key = JSON.stringify([picture.a, picture.b, picture.share])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the picture
  useEffect(() => field.current?.show(newest.current.picture), [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: themes have different colours
  useEffect(() => field.current?.redraw(), [theme])
  useEffect(() => field.current?.setPlaying(isPlaying), [isPlaying])
  const isLit = litClassName !== undefined
  useEffect(() => {
    if (!isLit || !isReady) return
    const started = field.current
    started?.light(lit.current)
    return () => started?.light(null)
  }, [isLit, isReady])
  useImperativeHandle(
    ref,
    () => ({ gift: (streamer) => field.current?.gift(streamer), surge: (side) => field.current?.surge(side) }),
    [],
  )
  return (
    <div ref={host} className={className} aria-hidden="true">
      <canvas ref={lines} />
      <canvas ref={sparks} className={sparksClassName} />
      {isLit && <canvas ref={lit} className={litClassName} />}
    </div>
  )
}
