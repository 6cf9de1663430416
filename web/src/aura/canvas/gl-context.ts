export interface GlContext {
  canvas: HTMLCanvasElement
  gl: WebGL2RenderingContext
}

/** Software renderers, which would block the main thread. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|software/i

let context: GlContext | null | undefined

/** Opens the page's only WebGL context if there is a GPU, or with `evenSlow`. Apart, to load only then. */
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
