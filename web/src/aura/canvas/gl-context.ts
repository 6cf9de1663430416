/** The one drawing context of the page that the graphics card serves. */
export interface GlContext {
  canvas: HTMLCanvasElement
  gl: WebGL2RenderingContext
}

/** These draw with the processor: every frame would be taken from the page itself. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|software/i

/** Undefined until somebody asks, null where there is none. */
let context: GlContext | null | undefined

/**
 * Opens the context if this machine has a graphics card for it; `evenSlow` takes a drawing processor, too. Stands apart
 * from everything that draws with it, so a machine without a card never loads that.
 */
export function openGlContext({ evenSlow }: { evenSlow: boolean }): GlContext | null {
  if (context === undefined) context = createContext(evenSlow)
  return context
}

function createContext(evenSlow: boolean): GlContext | null {
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
  return { canvas, gl }
}
