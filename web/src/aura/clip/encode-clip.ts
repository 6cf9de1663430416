import { BufferTarget, CanvasSource, Mp4OutputFormat, Output, WebMOutputFormat } from 'mediabunny'
import { CLIP, type Clip, shownFrames } from './clip.ts'
import { BITRATE, type ClipCodec } from './codec.ts'

/** A frame takes a tenth of a second on a slow machine; an encoder that takes this long is lost. */
const MAX_FRAME_MS = 30_000

interface EncodeOptions {
  /** Every frame is drawn here. Gets the size of a clip. */
  canvas: HTMLCanvasElement
  codec: ClipCodec
  /** Pictures of three seconds instead of motion. */
  isStill: boolean
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (done: number) => void
}

/**
 * Draws and encodes a clip; the page stays usable meanwhile. Returns the file: MP4 for H.264, WebM for VP9. Throws if
 * the canvas or the encoder fails or the encoder is lost, and the signal's reason once it aborts; either frees both.
 */
export async function encodeClip(clip: Clip, options: EncodeOptions): Promise<File> {
  const { canvas, codec, isStill, signal, onProgress } = options
  signal.throwIfAborted()
  canvas.width = CLIP.width
  canvas.height = CLIP.height
  const ctx = canvas.getContext('2d', { alpha: false })
  if (!ctx) throw new Error('the browser has no memory for a canvas')
  const isMp4 = codec.codec === 'avc'
  const target = new BufferTarget()
  const format = isMp4 ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
  const output = new Output({ format, target })
  const source = new CanvasSource(canvas, { ...codec, bitrate: BITRATE })
  output.addVideoTrack(source, { frameRate: CLIP.framesPerSecond })
  try {
    await orLost(output.start(), signal)
    const frames = shownFrames(clip.scenes, isStill)
    let drawn: string | undefined
    for (const [i, frame] of frames.entries()) {
      const picture = clip.pictureOf(frame)
      if (picture !== drawn) clip.draw(ctx, frame)
      drawn = picture
      await orLost(source.add(i / CLIP.framesPerSecond, 1 / CLIP.framesPerSecond), signal)
      onProgress((i + 1) / (frames.length + 1))
      await nextTask()
      signal.throwIfAborted()
    }
    await orLost(output.finalize(), signal)
  } catch (error) {
    await output.cancel().catch(() => undefined)
    throw error
  }
  if (!target.buffer) throw new Error('the video is empty')
  const [type, ending] = isMp4 ? ['video/mp4', 'mp4'] : ['video/webm', 'webm']
  return new File([target.buffer], `${clip.name}.${ending}`, { type })
}

/** Rejects when the signal aborts, or when an encoder that crashed never settles. */
function orLost<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    const timer = setTimeout(() => reject(new Error('the encoder stopped')), MAX_FRAME_MS)
    signal.addEventListener('abort', onAbort)
    step.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    })
  })
}

/** Lets the page paint and hear presses. Timers would wait a second each in a tab behind others. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
