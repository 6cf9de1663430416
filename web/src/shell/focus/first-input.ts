import { guardSecondPresses } from '#ui/second-press'
import { keepFocus } from './keep-focus.ts'

/** Starts what only pages with a focus or presses need. */
export function startWith(first: Event): void {
  if (first instanceof FocusEvent) keepFocus()
  else guardSecondPresses(first as PointerEvent)
}
