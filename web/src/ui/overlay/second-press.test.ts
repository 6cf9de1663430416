import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let pressed: (press: object) => void
beforeEach(() => {
  vi.resetModules()
  const addEventListener = (_: string, listener: typeof pressed) => {
    pressed = listener
  }
  vi.stubGlobal('document', { addEventListener })
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const at = (timeStamp: number, clientX = 10, clientY = 10) => ({ timeStamp, clientX, clientY })
async function clicks(...presses: ReturnType<typeof at>[]): Promise<boolean> {
  const { isSecondPress } = await import('./second-press.tsx')
  for (const press of presses) pressed(press)
  return isSecondPress(presses.at(-1) as ReturnType<typeof at>)
}

it('a click is a second press soon after one at the same place only [frame.second-press]', async () => {
  expect(await clicks(at(5_000), at(5_300))).toBe(true)
  expect(await clicks(at(7_000), at(7_600))).toBe(false)
  expect(await clicks(at(9_000), at(9_300, 200))).toBe(false)
})

it('the first press may have opened the dialog whose code records presses [frame.second-press]', async () => {
  expect(await clicks(at(1_200))).toBe(true)
})

it('but not long before', async () => {
  expect(await clicks(at(2_000))).toBe(false)
})
