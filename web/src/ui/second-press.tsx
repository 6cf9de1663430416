const DOUBLE_CLICK_MS = 500
const DOUBLE_CLICK_PX = 16
const CONTROLS = 'a, button, input, label, select, summary, textarea, [role]'

type Press = Pick<PointerEvent, 'timeStamp' | 'clientX' | 'clientY' | 'pointerType'> & { on: EventTarget | null }

let last: Press | null = null
let before: Press | null = null

/**
 * Makes the second click of a double click do nothing unless it hits what the first one was meant for: the first may
 * have opened, replaced, moved or shrunk what is below the pointer. Keyboards and scripts are not concerned.
 * `first` is the press that loaded this.
 */
export function guardSecondPresses(first: PointerEvent): void {
  note(first)
  document.addEventListener('pointerdown', note, true)
  document.addEventListener(
    'click',
    (click) => {
      if (!before || !isSecondPress(click, before) || controlOf(click.target) === before.on) return
      click.preventDefault()
      click.stopImmediatePropagation()
    },
    true,
  )
}

function note({ timeStamp, clientX, clientY, pointerType, target }: PointerEvent): void {
  before = last
  // Found now, since the press may take its target out of its button.
  last = { timeStamp, clientX, clientY, pointerType, on: controlOf(target) }
}

/** Browsers count a mouse's clicks. Not all of them count those of fingers. */
function isSecondPress(click: MouseEvent, first: Press): boolean {
  if (click.detail === 0) return false
  if (last?.pointerType === 'mouse') return click.detail > 1
  return (
    click.timeStamp - first.timeStamp < DOUBLE_CLICK_MS &&
    Math.hypot(click.clientX - first.clientX, click.clientY - first.clientY) < DOUBLE_CLICK_PX
  )
}

function controlOf(target: EventTarget | null): EventTarget | null {
  if (!(target instanceof Element)) return target
  const control = target.closest(CONTROLS) ?? target
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control
}
