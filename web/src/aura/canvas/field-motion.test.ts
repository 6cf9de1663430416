import { auraShape } from '@aura/drawing/aura-shape'
import { battleField, type FieldSpec } from '@aura/drawing/battle-field'
import { describe, expect, it } from 'vitest'
import { FieldMotion } from './field-motion.ts'

const spec = (share: number): FieldSpec => ({
  width: 800,
  height: 400,
  a: { shape: auraShape('ada', 12, 4_000), at: [200, 200], radius: 60, gifts: [30, 20] },
  b: { shape: auraShape('bo', 3, 900), at: [600, 200], radius: 60, gifts: [10] },
  share,
  lines: 60,
})
const FRAME_MS = 1_000 / 60

function motion(lookMs = 0, share = 0.6) {
  let nowMs = 0
  const moving = new FieldMotion(() => {
    nowMs += lookMs
    return nowMs
  })
  moving.jump(spec(share))
  return moving
}
const front = (moving: FieldMotion): number => moving.field?.nullPoint[0] ?? Number.NaN

function frontsTo(moving: FieldMotion, share: number): number[] {
  moving.head(spec(share))
  moving.move(100)
  moving.move(FRAME_MS)
  const fronts: number[] = []
  do fronts.push(front(moving))
  while (moving.move(FRAME_MS))
  return fronts
}

describe('a field in motion', () => {
  it('takes 700 ms to another share, rests there, and knows whether anything is left to move', () => {
    const moving = motion()
    expect(moving.isMoving).toBe(false)
    moving.head(spec(0.8))
    expect(moving.isMoving).toBe(true)
    const from = moving.spec
    // The first frame traces the lines, the next starts the tween, and neither moves anything.
    expect([moving.move(100), moving.spec === from, moving.isMoving]).toEqual([false, true, true])
    expect([moving.move(FRAME_MS), moving.spec === from, moving.isMoving]).toEqual([false, false, true])
    let frames = 0
    while (moving.move(FRAME_MS)) frames += 1
    expect(frames * FRAME_MS).toBeGreaterThan(690)
    expect(frames * FRAME_MS).toBeLessThan(720)
    expect(front(moving)).toBeCloseTo(200 + 400 * 0.8, 3)
    expect([moving.move(FRAME_MS), moving.isMoving]).toEqual([false, false])
  })

  it('snaps over when the lead changes, a little too far, and rests at the share', () => {
    const moving = motion(0, 0.4)
    const fronts = frontsTo(moving, 0.8)
    expect(fronts.length * FRAME_MS).toBeLessThan(340)
    expect(Math.max(...fronts)).toBeGreaterThan(200 + 400 * 0.8 + 3)
    expect(front(moving)).toBeCloseTo(200 + 400 * 0.8, 3)
  })

  it('snaps over also when the lead changes through a tie, and with the first gift', () => {
    const isSnap = (moving: FieldMotion, share: number) => frontsTo(moving, share).length * FRAME_MS < 340
    const moving = motion(0, 0.6)
    expect([0.5, 0.4, 0.5, 0.3].map((share) => isSnap(moving, share))).toEqual([false, true, false, false])
    const resized = motion(0, 0.6)
    resized.head(spec(0.5))
    resized.jump(spec(0.5))
    expect(isSnap(resized, 0.7)).toBe(false)
    expect([0.6, 0.4].map((share) => isSnap(motion(0, 0.5), share))).toEqual([true, true])
  })

  it('gets at most ten targets a second, however often the share changes', () => {
    const moving = motion()
    const targets = new Set<FieldSpec | null>()
    for (let frame = 0; frame < 120; frame++) {
      moving.head(spec(0.3 + frame / 300))
      moving.move(FRAME_MS)
      targets.add(moving.spec)
    }
    // At most ten a second for two seconds, and the first.
    expect(targets.size).toBeGreaterThan(10)
    expect(targets.size).toBeLessThanOrEqual(21)
  })

  it('keeps moving while the lines of the next target are traced, a few a frame', () => {
    const slow = motion(5)
    slow.head(spec(0.7))
    const before = slow.spec
    let frames = 0
    while (slow.spec === before) {
      slow.move(FRAME_MS)
      frames += 1
    }
    expect(frames).toBeGreaterThan(15)
    slow.head(spec(0.8))
    slow.move(100)
    const [at] = [front(slow)]
    slow.move(FRAME_MS)
    expect(front(slow)).toBeGreaterThan(at)
  })

  it('moves in the same memory for however long, and still rests exactly at the share', () => {
    const moving = motion()
    const buffers = new Set<ArrayBufferLike>()
    const go = (share: number) => {
      moving.head(spec(share))
      for (let frame = 0; frame < 8; frame++) {
        moving.move(FRAME_MS)
        for (const { points } of [...(moving.field?.a ?? []), ...(moving.field?.b ?? [])]) buffers.add(points.buffer)
      }
    }
    for (let turn = 0; turn < 40; turn++) go(0.5 + 0.4 * Math.sin(turn))
    buffers.clear()
    for (let turn = 0; turn < 40; turn++) go(0.5 + 0.4 * Math.sin(turn))
    expect(buffers.size).toBeLessThanOrEqual(4)
    go(0.3)
    while (moving.move(FRAME_MS));
    expect(moving.field).toEqual(battleField(spec(0.3)))
  })

  it('jumps where less motion is wanted, and gives up where it was going', () => {
    const moving = motion()
    moving.head(spec(0.8))
    moving.move(100)
    moving.move(FRAME_MS)
    moving.jump(spec(0.2))
    expect(front(moving)).toBeCloseTo(200 + 400 * 0.2, 3)
    expect(moving.move(1_000)).toBe(false)
  })
})
