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
  vi.stubGlobal('addEventListener', (type: string, on: () => void) => listeners.set(type, on))
  const { guardSecondPresses } = await import('./second-press.ts')
  guardSecondPresses()
})
afterEach(() => vi.unstubAllGlobals())

interface Click {
  on: Element
  /** Where it is released, unless there. */
  upOn?: Element
  ms?: number
  x?: number
  /** The browser's count; 0 without a pointer. */
  count?: number
  by?: 'mouse' | 'touch'
}

interface Sent {
  type: string
  isStopped: boolean
  /** Whether the browser does nothing of its own, such as moving the focus. */
  isPrevented: boolean
}

function send(type: string, event: object): Sent {
  const sent = { type, isStopped: false, isPrevented: false }
  const preventDefault = () => {
    sent.isPrevented = true
  }
  const stopImmediatePropagation = () => {
    sent.isStopped = true
  }
  listeners.get(type)?.({ ...event, type, preventDefault, stopImmediatePropagation })
  return sent
}

/** Sends the events of a click in a browser's order. */
function sendAll({ on, upOn = on, ms = 0, x = 10, count = 1, by = 'mouse' }: Click): Sent[] {
  const event = { timeStamp: ms, clientX: x, clientY: 10, pointerType: by, target: on, detail: count }
  const up = { ...event, target: upOn }
  if (count === 0) return [send('click', up)]
  return [
    send('pointerdown', { ...event, detail: 0 }),
    send('mousedown', event),
    send('pointerup', { ...up, detail: 0 }),
    send('mouseup', up),
    send('click', up),
  ]
}

/** Returns the events of a click that the page gets. */
const arriving = (click: Click): string[] => sendAll(click).flatMap(({ type, isStopped }) => (isStopped ? [] : type))

/** Returns whether the page gets this click. */
const arrives = (click: Click): boolean => arriving(click).includes('click')

const ALL = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']

it('the second click of a mouse’s double click reaches only what the first one hit [frame.second-press]', () => {
  expect([arrives({ on: submit }), arrives({ on: next, count: 2 })]).toEqual([true, false])
  expect(arrives({ on: next })).toBe(true)
  // Its icon, which a spinner may have replaced meanwhile.
  expect(arrives({ on: new Element(next), count: 2 })).toBe(true)
})

it('nor does its press reach anything else or move the focus [frame.second-press]', () => {
  sendAll({ on: submit })
  const second = sendAll({ on: next, ms: 200, count: 2 })
  expect(second.map(({ isStopped }) => isStopped)).toEqual(ALL.map(() => true))
  // A prevented pointerdown would take the mouse's events from a page that scrolls.
  expect(second.map(({ isPrevented }) => isPrevented)).toEqual([false, true, true, true, true])
  expect(arriving({ on: next, ms: 900 })).toEqual(ALL)
})

it('a double click slower than ours, but not than the system’s, keeps the focus and clicks nothing', () => {
  sendAll({ on: submit })
  expect(arriving({ on: next, ms: 700, count: 2 })).toEqual(['pointerdown', 'pointerup', 'mouseup'])
})

it('a press on the same control may be a drag that ends on another', () => {
  sendAll({ on: submit })
  expect(arriving({ on: submit, upOn: next, ms: 200, count: 2 })).toEqual(ALL.slice(0, 4))
})

it('quick clicks beside each other are clicks', () => {
  sendAll({ on: submit })
  expect(arriving({ on: next, ms: 200, x: 16 })).toEqual(ALL)
})

it('so does the second tap of a finger, soon after the first at the same place [frame.second-press]', () => {
  expect([arrives({ on: submit, by: 'touch' }), arrives({ on: next, ms: 400, by: 'touch' })]).toEqual([true, false])
  expect(arrives({ on: submit, ms: 1_000, by: 'touch' })).toBe(true)
  expect(arrives({ on: next, ms: 1_300, x: 100, by: 'touch' })).toBe(true)
})

it('a keyboard’s click and that of a label on its control are the person’s', () => {
  const label = new Label()
  arrives({ on: submit, by: 'touch' })
  expect(arrives({ on: next, ms: 100, by: 'touch' })).toBe(false)
  expect(arrives({ on: next, ms: 100, count: 0 })).toBe(true)
  for (const count of [1, 2]) {
    expect(arrives({ on: new Element(label), ms: 1_000 + count, count })).toBe(true)
    // The browser adds it, with the same count.
    const onControl = { timeStamp: 1_000 + count, target: label.control, detail: count, clientX: 10, clientY: 10 }
    expect(send('click', onControl).isStopped).toBe(false)
  }
})
