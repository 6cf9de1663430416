import { LASTING_STRANDS, STRAND_FLOATS } from '@aura/drawing/strands'
import { FILAMENT_FRAGMENT, FILAMENT_VERTEX, GLOW_FRAGMENT, GLOW_VERTEX } from './gl-shaders.ts'

const SEGMENTS = 26

type Triple = readonly [number, number, number]

/** Inputs of one frame. Lengths are device pixels, colours 0 to 1. */
export interface GlFrame {
  width: number
  height: number
  cx: number
  cy: number
  r: number
  ratio: number
  linePixels: number
  day: number
  seconds: number
  released: number
  twist: number
  reach: number
  fuzzLength: number
  streamerLength: number
  /** For each of three lobes: k, amplitude, phase. */
  lobes: Float32Array
  color: Triple
  core: Triple
  /** The light theme subtracts ink instead of adding light. */
  isInk: boolean
  glow: number
  glowEnd: number
  fuzzShare: number
}

export interface GlRing {
  /** Uploads another person's strands; see `packStrands`. */
  load(strands: Float32Array<ArrayBuffer>): void
  draw(frame: GlFrame): void
}

/** Throws an error with the shader compiler's log. */
export function createGlRing(gl: WebGL2RenderingContext): GlRing {
  const lines = program(gl, FILAMENT_VERTEX, FILAMENT_FRAGMENT)
  const glow = program(gl, GLOW_VERTEX, GLOW_FRAGMENT)
  const strip = Array.from({ length: SEGMENTS + 1 }, (_, i) => [i / SEGMENTS, -1, i / SEGMENTS, 1]).flat()
  const lineArray = vertices(gl, lines.attribute('v'), strip)
  const instances = gl.createBuffer()
  gl.bindBuffer(gl.ARRAY_BUFFER, instances)
  for (const [name, offset] of [['s0', 0] as const, ['s1', 16] as const]) {
    const place = lines.attribute(name)
    gl.enableVertexAttribArray(place)
    gl.vertexAttribPointer(place, 4, gl.FLOAT, false, STRAND_FLOATS * 4, offset)
    gl.vertexAttribDivisor(place, 1)
  }
  const glowArray = vertices(gl, glow.attribute('v'), [-1, -1, 3, -1, -1, 3])
  let count = 0
  gl.enable(gl.BLEND)
  gl.clearColor(0, 0, 0, 0)
  return {
    load(strands) {
      gl.bindBuffer(gl.ARRAY_BUFFER, instances)
      gl.bufferData(gl.ARRAY_BUFFER, strands, gl.STATIC_DRAW)
      count = strands.length / STRAND_FLOATS
    },
    draw(frame) {
      gl.viewport(0, 0, frame.width, frame.height)
      gl.disable(gl.SCISSOR_TEST)
      gl.clear(gl.COLOR_BUFFER_BIT)
      gl.blendFunc(gl.ONE, frame.isInk ? gl.ONE_MINUS_SRC_ALPHA : gl.ONE)
      drawGlow(gl, glow, glowArray, frame)
      drawLines(gl, lines, lineArray, frame, LASTING_STRANDS + Math.round((count - LASTING_STRANDS) * frame.fuzzShare))
    },
  }
}

function drawGlow(gl: WebGL2RenderingContext, glow: Program, array: WebGLVertexArrayObject, frame: GlFrame): void {
  const reach = Math.ceil(frame.r * frame.glowEnd) + 4
  gl.enable(gl.SCISSOR_TEST)
  gl.scissor(Math.floor(frame.cx - reach), Math.floor(frame.height - frame.cy - reach), reach * 2, reach * 2)
  glow.use()
  gl.bindVertexArray(array)
  setPlace(gl, glow, frame)
  gl.uniform1f(glow.uniform('uRatio'), frame.ratio)
  gl.uniform1f(glow.uniform('uEnd'), frame.glowEnd)
  gl.uniform1f(glow.uniform('uGlow'), frame.glow)
  gl.drawArrays(gl.TRIANGLES, 0, 3)
  gl.disable(gl.SCISSOR_TEST)
}

function drawLines(
  gl: WebGL2RenderingContext,
  lines: Program,
  array: WebGLVertexArrayObject,
  frame: GlFrame,
  count: number,
): void {
  lines.use()
  gl.bindVertexArray(array)
  setPlace(gl, lines, frame)
  gl.uniform1f(lines.uniform('uDay'), frame.day)
  gl.uniform1f(lines.uniform('uTime'), frame.seconds)
  gl.uniform1f(lines.uniform('uTwist'), frame.twist)
  gl.uniform1f(lines.uniform('uReach'), frame.reach)
  gl.uniform1f(lines.uniform('uFuzz'), frame.fuzzLength)
  gl.uniform1f(lines.uniform('uStreamer'), frame.streamerLength)
  gl.uniform1f(lines.uniform('uPixel'), frame.linePixels)
  gl.uniform1f(lines.uniform('uReleased'), frame.released)
  gl.uniform3fv(lines.uniform('uLobes'), frame.lobes)
  gl.uniform3f(lines.uniform('uCore'), ...frame.core)
  gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, (SEGMENTS + 1) * 2, count)
}

function setPlace(gl: WebGL2RenderingContext, { uniform }: Program, frame: GlFrame): void {
  gl.uniform2f(uniform('uSize'), frame.width, frame.height)
  gl.uniform2f(uniform('uCentre'), frame.cx, frame.cy)
  gl.uniform1f(uniform('uRadius'), frame.r)
  gl.uniform1f(uniform('uInk'), frame.isInk ? 1 : 0)
  gl.uniform3f(uniform('uColor'), ...frame.color)
}

interface Program {
  use(): void
  attribute(name: string): number
  uniform(name: string): WebGLUniformLocation | null
}

function program(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const linked = gl.createProgram()
  for (const [type, source] of [[gl.VERTEX_SHADER, vertex] as const, [gl.FRAGMENT_SHADER, fragment] as const]) {
    const shader = gl.createShader(type)
    // Null while the context is being lost, which is reported separately.
    if (!shader) throw new Error('no shader')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(linked, shader)
  }
  gl.linkProgram(linked)
  if (!gl.getProgramParameter(linked, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(linked) ?? 'not linked')
  const uniforms = new Map<string, WebGLUniformLocation | null>()
  return {
    use: () => gl.useProgram(linked),
    attribute: (name) => gl.getAttribLocation(linked, name),
    uniform(name) {
      if (!uniforms.has(name)) uniforms.set(name, gl.getUniformLocation(linked, name))
      return uniforms.get(name) ?? null
    },
  }
}

function vertices(gl: WebGL2RenderingContext, place: number, numbers: number[]): WebGLVertexArrayObject {
  const array = gl.createVertexArray()
  gl.bindVertexArray(array)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.STATIC_DRAW)
  gl.enableVertexAttribArray(place)
  gl.vertexAttribPointer(place, 2, gl.FLOAT, false, 0, 0)
  return array
}
