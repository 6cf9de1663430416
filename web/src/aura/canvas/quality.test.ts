import { describe, expect, it } from 'vitest'
import { nextQuality, QualityWatch } from './quality.ts'

const run = (watch: QualityWatch, frameMs: number, forMs: number): boolean => {
  for (let t = 0; t < forMs; t += frameMs) if (!watch.add(frameMs)) return false
  return true
}

describe('the quality of a live ring', () => {
  it('stays as it is while frames come in time', () => {
    const watch = new QualityWatch(3)
    expect(run(watch, 16.7, 5_000)).toBe(true)
    expect(watch.quality).toEqual({ pixelRatio: 2, fuzz: 1 })
  })

  it('gives up device pixels first, then half the fuzz, and nothing else', () => {
    const watch = new QualityWatch(2)
    run(watch, 30, 510)
    expect(watch.quality).toEqual({ pixelRatio: 1, fuzz: 1 })
    run(watch, 30, 510)
    expect(watch.quality).toEqual({ pixelRatio: 1, fuzz: 0.5 })
    expect(run(watch, 30, 5_000)).toBe(true)
    expect(watch.quality).toEqual({ pixelRatio: 1, fuzz: 0.5 })
    expect(nextQuality({ pixelRatio: 1, fuzz: 1 }, 30)).toEqual({ pixelRatio: 1, fuzz: 0.5 })
  })

  it('hands over within half a second where drawing live is hopeless, however few frames that takes', () => {
    expect(run(new QualityWatch(2), 60, 540)).toBe(false)
    expect(new QualityWatch(1).add(800)).toBe(false)
    expect(run(new QualityWatch(2), 60, 400)).toBe(true)
  })

  it('judges no pause, and is content with later hiccups', () => {
    const watch = new QualityWatch(1)
    run(watch, 60, 300)
    watch.restart()
    expect(run(watch, 60, 300)).toBe(true)
    watch.restart()
    run(watch, 16, 510)
    expect(watch.add(900)).toBe(true)
    expect(watch.quality).toEqual({ pixelRatio: 1, fuzz: 1 })
  })
})
