import { createGlRing, type GlRing } from './gl-ring.ts'

/** The one canvas of the page that the graphics card draws on. It moves to whoever holds it. */
export interface Stage {
  canvas: HTMLCanvasElement
  ring: GlRing
}

/** Somebody who would draw on the stage. */
export interface StageHolder {
  onGain(stage: Stage): void
  onLose(): void
}

/** These draw with the processor: every frame would be taken from the page itself. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|software/i

/** Undefined until somebody asks, null where there is none (any more). */
let stage: Stage | null | undefined
const holders: StageHolder[] = []
let onLost: () => void = () => {}

/** Opens the stage if this machine has a graphics card for it; `evenSlow` takes a drawing processor, too. */
export function openStage({ evenSlow }: { evenSlow: boolean }): Stage | null {
  if (stage === undefined) stage = createStage(evenSlow)
  return stage
}

function createStage(evenSlow: boolean): Stage | null {
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl2', {
    antialias: false,
    depth: false,
    powerPreference: 'low-power',
    failIfMajorPerformanceCaveat: !evenSlow,
  })
  if (!gl) return null
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const renderer = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  if (!evenSlow && SOFTWARE.test(renderer)) {
    gl.getExtension('WEBGL_lose_context')?.loseContext()
    return null
  }
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
    // A driver that can't compile the programs: the still drawing needs none.
    return null
  }
}

/** Asks for the stage. Whoever asked last holds it, until they give it back by calling what is returned. */
export function holdStage(holder: StageHolder, options: { evenSlow: boolean; onLost: () => void }): () => void {
  const opened = openStage(options)
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
