import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AURA_LEVELS } from '@aura/api/levels'
import { auraShape } from '@aura/drawing/aura-shape'
import { css } from '@aura/drawing/colors'
import type { DrawingContext } from '@aura/drawing/context'
import { drawRing } from '@aura/drawing/draw-ring'
import { createCanvas } from '@napi-rs/canvas'
import { LEVELS, PLATE } from '../drawing/src/palette.ts'

/**
 * Draws the stream of the demo, which is committed: `node tools/draw-demo-stream.ts`, where ffmpeg with VP9 is installed.
 * A ring grows line by line and goes back, so that the loop has no seam.
 */

const FOLDER = join(import.meta.dirname, 'provider-sandbox/stream')
const [WIDTH, HEIGHT, FPS, SECONDS] = [480, 270, 12, 6]
const FRAMES = FPS * SECONDS
const LEVEL = AURA_LEVELS.find(({ key }) => key === 'dedicated') ?? AURA_LEVELS[0]
const SHAPE = auraShape('demo stream', 60, 20_000)

mkdirSync(FOLDER, { recursive: true })
const encoder = spawn(
  'ffmpeg',
  [
    ...['-loglevel', 'error', '-y', '-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${WIDTH}x${HEIGHT}`],
    ...['-framerate', `${FPS}`, '-i', '-', '-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-crf', '40', '-b:v', '0'],
    ...['-g', `${FRAMES}`, '-fflags', '+bitexact', '-f', 'hls', '-hls_segment_type', 'fmp4', '-hls_time', `${SECONDS}`],
    ...['-hls_playlist_type', 'vod', '-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_segment_filename', join(FOLDER, 'loop%d.m4s'), join(FOLDER, 'loop.m3u8')],
  ],
  { stdio: ['pipe', 'inherit', 'inherit'] },
)
for (let frame = 0; frame < FRAMES; frame++) {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = css(PLATE, 1)
  ctx.fillRect(0, 0, WIDTH, HEIGHT)
  drawRing(ctx as unknown as DrawingContext, SHAPE, {
    ...{ cx: WIDTH / 2, cy: HEIGHT / 2, r: 52, dark: true, fuzz: 420, glowEnd: 2.4, weight: 1 },
    color: LEVELS[LEVEL?.key ?? 'dedicated'],
    day: 30 - 28 * Math.cos((frame / FRAMES) * 2 * Math.PI),
  })
  const pixels = ctx.getImageData(0, 0, WIDTH, HEIGHT).data
  if (!encoder.stdin.write(Buffer.from(pixels.buffer))) await once(encoder.stdin, 'drain')
}
encoder.stdin.end()
await once(encoder, 'close')
