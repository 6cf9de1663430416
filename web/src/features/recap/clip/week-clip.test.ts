import type { Recap } from '@aura/api/calls/recap'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framesOf, shownFrames } from '#aura/clip/clip.ts'
import { testPen } from '#aura/clip/test-pen.ts'
import { weekDrawing, weekPicture } from './draw-week.ts'
import { streakBefore, streaksOf, weekScenes } from './week-scenes.ts'

const STATES = { l: 'lit', h: 'held', '.': 'dark' } as const
const days = (letters: string): Recap['days'] =>
  [...letters].map((letter, i) => ({ day: `2026-03-0${i + 2}`, state: STATES[letter as keyof typeof STATES] }))

const figure = { number: '1,021', words: 'lessons', note: null, path: null }
const week = (letters: string, streak: number, changes: Partial<Recap> = {}): Recap => ({
  week: '2026-03-02',
  until: '2026-03-08',
  previous: null,
  next: null,
  days: days(letters),
  streak,
  figures: [figure],
  best: { title: 'Finished Wallets', detail: 'What a wallet is', path: null },
  ...changes,
})

describe('the streak of a week', () => {
  it.each([
    ['lllllll', 40, 33, [34, 35, 36, 37, 38, 39, 40]],
    ['llhllhl', 12, 7, [8, 9, 9, 10, 11, 11, 12]],
    ['hlll.ll', 2, null, [null, null, null, null, 0, 1, 2]],
    ['lllll..', 0, null, [null, null, null, null, null, null, 0]],
    ['.llllll', 6, 0, [0, 1, 2, 3, 4, 5, 6]],
  ])('%s with %i at its end began at %s [recap.video]', (letters, streak, before, each) => {
    expect(streaksOf(week(letters, streak))).toEqual(each)
    expect(streakBefore(week(letters, streak))).toBe(before)
  })

  it('ends on what the page says, and grows by a day for each lit one [recap.video]', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('l', 'h', '.'), { minLength: 7, maxLength: 7 }), (letters) => {
        const since = letters.slice(letters.lastIndexOf('.') + 1)
        const streak = since.filter((letter) => letter === 'l').length + (since.length === 7 ? 5 : 0)
        const each = streaksOf(week(letters.join(''), streak))
        expect(each.at(-1)).toBe(streak)
        for (const [i, letter] of letters.entries()) {
          const [now, before] = [each[i], i === 0 ? streakBefore(week(letters.join(''), streak)) : each[i - 1]]
          if (now === null || now === undefined || before === null || before === undefined) continue
          expect(now - before).toBe(letter === 'l' ? 1 : 0)
        }
      }),
    )
  })
})

describe('the video of a week', () => {
  it('takes 12 to 18 seconds, also in pictures, and shows the figures of the page [recap.video]', () => {
    for (let count = 1; count <= 9; count++) {
      for (const best of [null, week('lllllll', 7).best]) {
        const figures = Array.from({ length: count }, (_, i) => ({ ...figure, number: String(i) }))
        const scenes = weekScenes({ figures, best })
        for (const isStill of [false, true]) {
          const seconds = shownFrames(scenes, isStill).length / 30
          expect(seconds).toBeGreaterThanOrEqual(12)
          expect(seconds).toBeLessThanOrEqual(18)
        }
        const shown = scenes.flatMap((scene) => (scene.kind === 'figure' ? [scene.figure.number] : []))
        expect(shown).toEqual(figures.slice(0, 6).map(({ number }) => number))
      }
    }
  })

  it('is the same each time, whatever was drawn before, and drawn once where frames have the same key', async () => {
    const recap = week('llhll.l', 1)
    const scenes = weekScenes(recap)
    const person = { id: 'kofi', name: 'kofi_mints', photo: null, days: 1, auraPoints: 4_321 }
    const { pen, hash } = testPen()
    const hashesOf = async (frames: readonly number[]) => {
      const draw = weekDrawing({ recap, scenes, person, link: 'aura.test/users/kofi' })
      const hashes = new Map<number, string>()
      for (const frame of frames) {
        draw(pen, frame)
        hashes.set(frame, await hash())
      }
      return hashes
    }
    const last = framesOf(scenes) - 1
    const frames = [40, 74, 150, 200, 260, last - 1, last]
    const forward = await hashesOf(frames)
    const backward = await hashesOf(frames.toReversed())
    for (const frame of frames) expect(backward.get(frame), `frame ${frame}`).toBe(forward.get(frame))
    for (const [before, after] of [
      [40, 74],
      [last - 1, last],
    ] as const) {
      expect(weekPicture(scenes, before)).toBe(weekPicture(scenes, after))
      expect(forward.get(before)).toBe(forward.get(after))
    }
    expect(new Set(forward.values()).size).toBe(frames.length - 2)
  })
})
