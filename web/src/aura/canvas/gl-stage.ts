import { openGlContext } from './gl-context.ts'
import { createGlRing, type GlRing } from './gl-ring.ts'

/** The page's only WebGL canvas, passed from holder to holder. */
export interface Stage {
  canvas: HTMLCanvasElement
  ring: GlRing
}

export interface StageHolder {
  onGain(stage: Stage): void
  onLose(): void
}

let stage: Stage | null | undefined
const holders: StageHolder[] = []
let onLost: () => void = () => {}

function createStage(evenSlow: boolean): Stage | null {
  const context = openGlContext({ evenSlow })
  if (!context) return null
  const { canvas, gl } = context
  canvas.className = 'absolute inset-0 size-full'
  canvas.ariaHidden = 'true'
  canvas.addEventListener('webglcontextlost', () => {
    stage = null
    holders.at(-1)?.onLose()
    onLost()
  })
  try {
    return { canvas, ring: createGlRing(gl) }
  } catch {
    return null
  }
}

export function holdStage(holder: StageHolder, options: { evenSlow: boolean; onLost: () => void }): () => void {
  if (stage === undefined) stage = createStage(options.evenSlow)
  const opened = stage
  if (!opened) {
    options.onLost()
    return () => {}
  }
  onLost = options.onLost
  holders.at(-1)?.onLose()
  holders.push(holder)
  holder.onGain(opened)
  return () => {
    const wasHolding = holders.at(-1) === holder
    holders.splice(holders.indexOf(holder), 1)
    if (!wasHolding) return
    holder.onLose()
    if (stage) holders.at(-1)?.onGain(stage)
  }
}
