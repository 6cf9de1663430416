const DOUBLE_CLICK_MS = 500
const DOUBLE_CLICK_PX = 16

interface Press {
  timeStamp: number
  clientX: number
  clientY: number
}

let last: Press | null = null
let before: Press | null = null
/** This code loads with the first dialog, so the press that opened that one isn't known. */
let startedMs = Number.NEGATIVE_INFINITY

if (typeof document !== 'undefined') {
  startedMs = performance.now()
  document.addEventListener(
    'pointerdown',
    (press) => {
      before = last
      last = press
    },
    true,
  )
}

/**
 * Returns whether a click repeats the press before it at the same place, as a double click does. The first one may have
 * opened, moved or shrunk what is below the pointer, so the second one doesn't mean what it hits.
 */
export const isSecondPress = (click: Press): boolean =>
  before === null
    ? click.timeStamp - startedMs < DOUBLE_CLICK_MS
    : click.timeStamp - before.timeStamp < DOUBLE_CLICK_MS &&
      Math.hypot(click.clientX - before.clientX, click.clientY - before.clientY) < DOUBLE_CLICK_PX
