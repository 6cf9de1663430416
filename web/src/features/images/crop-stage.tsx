import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { TickSlider } from '#ui/forms/tick-slider'
import { type Crop, keepInside, MAX_ZOOM, pushed } from './crop.rules.ts'
import styles from './photo.module.css'
import { drawCrop, sizeOf } from './read-picture.ts'

interface CropStageProps {
  image: HTMLImageElement
  crop: Crop
  onCrop: (crop: Crop) => void
}

/** Twice the displayed size, for dense screens. */
const CANVAS_PX = 640
const KEY_STEP = 0.05
const WHEEL_ZOOM = 0.0015
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
}

export function CropStage({ image, crop, onCrop }: CropStageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const from = useRef<{ x: number; y: number } | null>(null)
  const size = sizeOf(image)
  const zoomTo = (zoom: number) => onCrop(keepInside({ ...crop, zoom }, size))
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, image, crop)
  }, [image, crop])

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!from.current) return
    const { width } = event.currentTarget.getBoundingClientRect()
    const [dx, dy] = [(event.clientX - from.current.x) / width, (event.clientY - from.current.y) / width]
    from.current = { x: event.clientX, y: event.clientY }
    onCrop(pushed(crop, size, dx, dy))
  }
  const press = (event: KeyboardEvent) => {
    const by = ARROWS[event.key]
    if (by) onCrop(pushed(crop, size, ...by))
    else if (event.key === '+' || event.key === '=') zoomTo(crop.zoom * 1.1)
    else if (event.key === '-') zoomTo(crop.zoom / 1.1)
    else return
    event.preventDefault()
  }
  return (
    <div className="grid gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: there is no element for moving a picture */}
      <div
        className={styles.stage}
        role="group"
        aria-label="Selected part of the picture. Use arrow keys to move it, plus and minus to resize."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: moved with the keyboard
        tabIndex={0}
        onKeyDown={press}
        onWheel={(event) => zoomTo(crop.zoom * Math.exp(-event.deltaY * WHEEL_ZOOM))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          from.current = null
        }}
        onPointerCancel={() => {
          from.current = null
        }}
      >
        <canvas ref={canvas} width={CANVAS_PX} height={CANVAS_PX} />
      </div>
      <TickSlider
        label="Zoom"
        min={100}
        max={MAX_ZOOM * 100}
        value={Math.round(crop.zoom * 100)}
        onChange={(percent) => zoomTo(percent / 100)}
        valueText={(percent) => `${percent}%`}
      />
    </div>
  )
}
