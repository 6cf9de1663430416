import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framesOf, type Scene, sceneAt, shownFrames } from './clip.ts'

const scene = fc.record({ frames: fc.integer({ min: 1, max: 90 }), rank: fc.integer({ min: 0, max: 2 }) })
const scenes = fc.array(scene, { minLength: 2, maxLength: 20 })

describe('the scenes of a video', () => {
  it('follow each other without a gap, each from its first to its last frame', () => {
    fc.assert(
      fc.property(scenes, (all) => {
        const seen = Array.from({ length: framesOf(all) }, (_, frame) => sceneAt(all, frame))
        expect(seen.map((moment) => moment.scene)).toEqual(all.flatMap((each) => Array(each.frames).fill(each)))
        for (const moment of seen.filter(({ at, scene: { frames } }) => at === frames - 1)) expect(moment.k).toBe(1)
        expect(sceneAt(all, framesOf(all))).toEqual(seen.at(-1))
        expect(sceneAt(all, -3)).toEqual(seen[0])
      }),
    )
  })

  it('are all shown with motion, and as at most six pictures of three seconds without [battles.video-still]', () => {
    fc.assert(
      fc.property(scenes, (all) => {
        expect(shownFrames(all, false)).toEqual(Array.from({ length: framesOf(all) }, (_, frame) => frame))
        const still = shownFrames(all, true)
        const pictures = still.filter((_, i) => i % 90 === 0)
        expect(still).toEqual(pictures.flatMap((frame) => Array(90).fill(frame)))
        expect(pictures.length).toBe(Math.min(6, all.length))
        expect([pictures[0], pictures.at(-1)]).toEqual([(all[0]?.frames ?? 0) - 1, framesOf(all) - 1])
        for (const frame of pictures) expect(sceneAt(all, frame).k).toBe(1)
        expect(pictures).toEqual(pictures.toSorted((x, y) => x - y))
      }),
    )
  })

  it('of a higher rank, then later ones, are kept where there are too many', () => {
    const all: Scene[] = [0, 0, 1, 0, 0, 0, 0, 0].map((rank) => ({ frames: 10, rank }))
    const kept = shownFrames(all, true).filter((_, i) => i % 90 === 0)
    expect(kept.map((frame) => Math.floor(frame / 10))).toEqual([0, 2, 4, 5, 6, 7])
  })
})
