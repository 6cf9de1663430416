export const DOUBLE_CLICK_MS = 500
const DOUBLE_CLICK_PX = { mouse: 4, other: 16 }
const CONTROLS = 'a, button, input, label, select, summary, textarea, [role]'

type Press = Pick<PointerEvent, 'timeStamp' | 'clientX' | 'clientY' | 'pointerType'> & { on: EventTarget | null }

let last: Press | null = null
let before: Press | null = null
/** Whether the pointer came down for the second time, on something else. */
let isStray = false

/**
 * Makes the second press of a double click do nothing unless it hits what the first one was meant for: the first may
 * have opened, replaced, moved or shrunk what is below the pointer. Otherwise the press would take the focus from what
 * was opened, and the click would use it. Keyboards and scripts are not concerned. Must start before other listeners.
 */
export function guardSecondPresses(): void {
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const)
    addEventListener(type, guard, true)
}

function guard(event: MouseEvent): void {
  const { type, detail } = event
  if (type === 'click' && detail === 0) return
  if (type === 'pointerdown') {
    note(event as PointerEvent)
    isStray = isMisplaced(event)
  }
  // A release belongs to its press: dragging from a control ends elsewhere.
  if (!isStray && (type.endsWith('up') || !isMisplaced(event))) return
  // Scrolling and pinching begin with a press.
  if (type !== 'pointerdown') event.preventDefault()
  event.stopImmediatePropagation()
}

function note({ timeStamp, clientX, clientY, pointerType, target }: PointerEvent): void {
  before = last
  // Found now, since the press may take its target out of its button.
  last = { timeStamp, clientX, clientY, pointerType, on: controlOf(target) }
}

const isMisplaced = (event: MouseEvent): boolean =>
  before !== null && isSecond(event, before) && controlOf(event.target) !== before.on

/** Browsers count a mouse's presses, but not before its `mousedown`. Not all of them count those of fingers. */
function isSecond({ type, detail, timeStamp, clientX, clientY }: MouseEvent, first: Press): boolean {
  const isMouse = last?.pointerType === 'mouse'
  if (type !== 'pointerdown' && isMouse) return detail > 1
  return (
    timeStamp - first.timeStamp < DOUBLE_CLICK_MS &&
    Math.hypot(clientX - first.clientX, clientY - first.clientY) < DOUBLE_CLICK_PX[isMouse ? 'mouse' : 'other']
  )
}

function controlOf(target: EventTarget | null): EventTarget | null {
  if (!(target instanceof Element)) return target
  const control = target.closest(CONTROLS) ?? target
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control
}
