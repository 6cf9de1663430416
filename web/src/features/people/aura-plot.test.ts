import { expect, it } from 'vitest'
import { auraPlot } from './aura-plot.ts'

it('draws steps from the day before the first to today', () => {
  const plot = auraPlot(
    [
      { day: '2026-03-02', change: 100, total: 100 },
      { day: '2026-03-04', change: -50, total: 50 },
    ],
    '2026-03-05',
  )
  expect(plot).toEqual({
    line: 'M0 100.00H25.00V0.00H75.00V50.00H100',
    area: 'M0 100.00H25.00V0.00H75.00V50.00H100V100H0Z',
    top: 100,
    from: '2026-03-02',
    to: '2026-03-05',
  })
})

it('keeps a billion in the box, begins where a longer history left off, and has nothing to show of nothing', () => {
  expect(auraPlot([], '2026-03-05')).toBeNull()
  expect(auraPlot([{ day: '2026-03-05', change: 1_000_000_000, total: 1_234_567_890 }], '2026-03-05')).toMatchObject({
    top: 2_000_000_000,
    line: expect.stringMatching(/^M0 88\.27H100\.00V38\.27H100$/),
  })
})
