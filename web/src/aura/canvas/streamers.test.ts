import { auraShape } from '@aura/drawing/aura-shape'
import type { FieldSpec } from '@aura/drawing/battle-field'
import { describe, expect, it } from 'vitest'
import { drawStillStreamer, type Streamer, type StreamerScene, Streamers } from './streamers.ts'

const FRAME_MS = 1_000 / 60

/** Moves for a time. Returns how far the front was pushed towards side B at most. */
function farthest(streamers: Streamers, ms: number): number {
  let farthestPx = 0
  for (let t = 0; t < ms; t += FRAME_MS) {
    const px = streamers.move(FRAME_MS)
    if (Math.abs(px) > Math.abs(farthestPx)) farthestPx = px
  }
  return farthestPx
}

describe('streamers', () => {
  it('push the front away from their side when they reach it, larger gifts further, and it returns', () => {
    const pushes = [0, 3].map((loudness) => {
      const streamers = new Streamers()
      streamers.add({ side: 'a', loudness, delayMs: 0, isOwn: false })
      expect(farthest(streamers, 500)).toBe(0)
      return farthest(streamers, 300)
    })
    expect(pushes[0]).toBeGreaterThan(3)
    expect(pushes[1]).toBeGreaterThan(3 * (pushes[0] ?? 0))
    const streamers = new Streamers()
    streamers.add({ side: 'b', loudness: 1, delayMs: 200, isOwn: false })
    expect(farthest(streamers, 1_000)).toBeLessThan(0)
    farthest(streamers, 2_000)
    expect(streamers.move(FRAME_MS)).toBe(0)
    expect(streamers.isIdle).toBe(true)
  })

  it('never pile up: a storm of gifts runs and pushes within bounds', () => {
    const streamers = new Streamers()
    for (let second = 0; second < 20; second++) {
      for (let i = 0; i < 200; i++) streamers.add({ side: 'a', loudness: 3, delayMs: (i % 5) * 120, isOwn: false })
      streamers.surge('a')
      expect(farthest(streamers, 1_000)).toBeLessThanOrEqual(40)
    }
    farthest(streamers, 3_000)
    expect(streamers.isIdle).toBe(true)
  })

  it('arrive alike from both sides while each gets a batch of gifts five times a second', () => {
    const streamers = new Streamers()
    const waves = { a: 0, b: 0 }
    for (let frame = 0; frame < 20 * 60; frame++) {
      if (frame % 12 === 0) {
        for (const side of ['a', 'b'] as const) {
          for (let i = 0; i < 4; i++) streamers.add({ side, loudness: 0, delayMs: i * 120, isOwn: false })
        }
      }
      streamers.move(FRAME_MS)
      const { strokes } = drawn((ctx) => streamers.draw(ctx, sceneAt(0.5)))
      waves.a += strokes.filter((style) => style.includes('rgba(0,128,255')).length
      waves.b += strokes.filter((style) => style.includes('rgba(255,128,0')).length
    }
    expect(waves.a).toBeGreaterThan(1_000)
    expect(waves.b / waves.a).toBeCloseTo(1, 1)
  })

  it.each([
    ['an own one', { loudness: 0, isOwn: true }],
    ['a larger one', { loudness: 3, isOwn: false }],
    ['the rival’s', { side: 'b', loudness: 0 }],
  ] as const)('let %s in where a side is full, which pushes as it does alone', (_, one) => {
    const pushes = [0, 60].map((others) => {
      const streamers = new Streamers()
      const usual = { side: 'a', loudness: 0, isOwn: false } as const
      // The others have arrived and the front has returned before the one arrives.
      for (let i = 0; i < others; i++) streamers.add({ ...usual, delayMs: 0 })
      streamers.add({ ...usual, ...one, delayMs: 3_000 })
      for (let i = 0; i < others; i++) streamers.add({ ...usual, delayMs: 0 })
      farthest(streamers, 2_800)
      return farthest(streamers, 1_500)
    })
    expect(pushes[0]).not.toBe(0)
    expect(pushes[1]).toBeCloseTo(pushes[0] ?? 0, 5)
  })
})

const side = (at: readonly [number, number]) => ({ shape: auraShape('ada', 0, 0), at, radius: 96, gifts: [] })

function sceneAt(share: number): StreamerScene {
  const spec: FieldSpec = {
    width: 1_440,
    height: 428,
    a: side([360, 184]),
    b: side([1_080, 184]),
    share,
    lines: 0,
  }
  const colors = [
    [0, 128, 255],
    [255, 128, 0],
  ] as const
  return { spec, front: [360 + 720 * share, 184], colors, isDark: true }
}

function drawn(draw: (ctx: CanvasRenderingContext2D) => void) {
  const points: [x: number, y: number][] = []
  const strokes: string[] = []
  let bands = 0
  const ctx = {
    strokeStyle: '',
    beginPath: () => {},
    moveTo: (x: number, y: number) => points.push([x, y]),
    lineTo: (x: number, y: number) => points.push([x, y]),
    arc: (x: number, y: number) => points.push([x, y]),
    fill: () => {
      bands += 1
    },
    stroke() {
      strokes.push(this.strokeStyle)
    },
  }
  draw(ctx as unknown as CanvasRenderingContext2D)
  return { points, bands, strokes }
}

describe('a still streamer', () => {
  const still = (of: Pick<Streamer, 'side' | 'loudness'>, share: number) =>
    drawn((ctx) => drawStillStreamer(ctx, of, sceneAt(share), 0))

  it('reaches from the rim of its disc to the front', () => {
    for (const [of, x] of [
      ['a', 360],
      ['b', 1_080],
    ] as const) {
      const { points, bands } = still({ side: of, loudness: 1 }, 0.5)
      expect(bands).toBe(2)
      const [start = [0, 0]] = points
      expect(Math.hypot(start[0] - x, start[1] - 184)).toBeCloseTo(96, 1)
      expect(points.some((point) => Math.hypot(point[0] - 720, point[1] - 184) < 1)).toBe(true)
    }
  })

  it('can be seen beside the disc of a side that is far behind, beyond the front', () => {
    for (const share of [0, 0.02, 0.1, 0.15, 0.3]) {
      for (const [of, at, x] of [
        ['a', share, 360],
        ['b', 1 - share, 1_080],
      ] as const) {
        const { points } = still({ side: of, loudness: 0 }, at)
        const reaches = points.map((point) => Math.hypot(point[0] - x, point[1] - 184))
        expect(Math.max(...reaches), `${of} ${share}`).toBeGreaterThan(96 + 40)
        expect(Math.min(...reaches), `${of} ${share}`).toBeGreaterThan(96 - 4)
      }
    }
  })
})
