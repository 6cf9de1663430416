import { afterEach, beforeEach, expect, it, vi } from 'vitest'

class Element {
  readonly within: Element | undefined
  constructor(within?: Element) {
    this.within = within
  }
  closest = (): Element | null => this.within ?? null
}
class Label extends Element {
  readonly control = new Element()
}

const submit = new Element()
const next = new Element()

const listeners = new Map<string, (event: object) => void>()
beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('Element', Element)
  vi.stubGlobal('HTMLLabelElement', Label)
  vi.stubGlobal('document', { addEventListener: (type: string, on: () => void) => listeners.set(type, on) })
  const { guardSecondPresses } = await import('./second-press.tsx')
  guardSecondPresses({ target: submit } as never)
})
afterEach(() => vi.unstubAllGlobals())

interface Click {
  on: Element
  ms?: number
  x?: number
  /** The browser's count; 0 without a pointer. */
  count?: number
  by?: 'mouse' | 'touch'
}

/** Returns whether the page gets this click. */
function arrives({ on, ms = 0, x = 10, count = 1, by = 'mouse' }: Click): boolean {
  const event = { timeStamp: ms, clientX: x, clientY: 10, pointerType: by, target: on, detail: count }
  if (count > 0) listeners.get('pointerdown')?.(event)
  const stop = vi.fn()
  listeners.get('click')?.({ ...event, preventDefault: stop, stopImmediatePropagation: stop })
  return stop.mock.calls.length === 0
}

it('the second click of a mouse’s double click reaches only what the first one hit [frame.second-press]', () => {
  expect([arrives({ on: submit }), arrives({ on: next, count: 2 })]).toEqual([true, false])
  expect(arrives({ on: next })).toBe(true)
  // Its icon, which a spinner may have replaced meanwhile.
  expect(arrives({ on: new Element(next), count: 2 })).toBe(true)
})

it('also right after the press that loaded the guard', () => {
  expect(arrives({ on: next, count: 2 })).toBe(false)
})

it('so does the second tap of a finger, soon after the first at the same place [frame.second-press]', () => {
  expect([arrives({ on: submit, by: 'touch' }), arrives({ on: next, ms: 400, by: 'touch' })]).toEqual([true, false])
  expect(arrives({ on: submit, ms: 1_000, by: 'touch' })).toBe(true)
  expect(arrives({ on: next, ms: 1_300, x: 100, by: 'touch' })).toBe(true)
})

it('a keyboard’s click and that of a label on its control are the person’s', () => {
  const label = new Label()
  arrives({ on: submit, by: 'touch' })
  expect(arrives({ on: next, ms: 100, count: 0 })).toBe(true)
  arrives({ on: new Element(label), ms: 1_000 })
  expect(arrives({ on: label.control, ms: 1_001, count: 2 })).toBe(true)
})
