import { expect, type Page } from '@playwright/test'
import { drawn } from './check-visuals-and-a11y.ts'

/** More stops than any screen has. */
const MAX_STOPS = 80
/** What Tab is to lead to may still be loading: as long as for anything else that is expected. */
const PATIENCE_MS = 15_000

/** Presses Tab, or Shift and Tab, until something of that name has the focus, and answers its name. */
export async function reach(
  page: Page,
  name: string | RegExp,
  { role, isBack = false }: { role?: string; isBack?: boolean } = {},
): Promise<string> {
  const passed: string[] = []
  const untilMs = Date.now() + PATIENCE_MS
  while (passed.length < MAX_STOPS || Date.now() < untilMs) {
    const focused = await page.evaluate(() => {
      // The page itself, or a part of it, may have the focus: all its text would count as a name.
      const focused = document.activeElement
      const element = focused instanceof HTMLElement && focused.tabIndex >= 0 ? focused : null
      const role = element?.getAttribute('role') ?? (element instanceof HTMLInputElement ? element.type : 'other')
      const by = element?.getAttribute('aria-labelledby')?.split(' ')[0]
      const label = by
        ? document.getElementById(by)?.textContent
        : (element as HTMLInputElement | null)?.labels?.[0]?.textContent
      return { name: (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim(), role }
    })
    const isNamed = typeof name === 'string' ? focused.name.includes(name) : name.test(focused.name)
    if (isNamed && (role === undefined || focused.role === role)) return focused.name
    passed.push(focused.name.slice(0, 30))
    await page.keyboard.press(isBack ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`Tab did not lead to ${name}, only to ${passed.slice(-MAX_STOPS).join(' | ')}`)
}

/**
 * Whoever presses keys alone knows where they are: something has the focus, and a control that has it shows so, in sight.
 * What takes the focus only from a program, such as a heading, is read out and needs no ring.
 */
export async function expectFocus(page: Page, when: string): Promise<void> {
  await expect.poll(() => page.evaluate(lostFocus), { message: `the focus ${when}` }).toBeNull()
}

/** Runs in the page: what is wrong with the focus, if anything is. */
function lostFocus(): string | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return 'nothing has it'
  const name = `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}`
  if (!element.isConnected || element.closest('[inert], [aria-hidden="true"]')) return `${name} can not be used`
  const dialogs = [...document.querySelectorAll('[role="dialog"][data-open], dialog[open]')]
  if (dialogs.length > 0 && !dialogs.some((dialog) => dialog.contains(element))) return `${name} is behind a dialog`
  if (element.tabIndex < 0) return null
  const { top, bottom, left, right } = element.getBoundingClientRect()
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return `${name} is out of sight`
  // A field shows its focus around itself, as one thing with what belongs to it.
  const levels = element.matches('input, textarea, select') ? 4 : 1
  for (let around: Element | null = element, level = 0; around && level < levels; around = around.parentElement) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(around)
    if ((outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none') return null
    level++
  }
  return `${name} does not show it`
}

/**
 * What is wrong for somebody with a keyboard alone: controls that Tab does not lead to, that show no focus, or that
 * have it out of sight. Of an open modal dialog only what is in it counts.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const controls = await page.evaluate(markControls)
  const faults: string[] = []
  const reached = new Set<string>()
  // Every control once, and room for the page's own end and a dialog's guards.
  for (let presses = 0; presses < controls.length + 12; presses++) {
    await page.keyboard.press('Tab')
    let focus = await page.evaluate(describeFocus)
    // What comes into sight on the way may push it, and the edge of a dialog sends it on; either takes a moment.
    if (!focus?.isInView) {
      await drawn(page)
      focus = await page.evaluate(describeFocus)
    }
    if (focus === null || reached.has(focus.mark)) continue
    reached.add(focus.mark)
    const name = controls.find(({ mark }) => mark === focus.mark)?.name ?? focus.mark
    if (!focus.isShown) faults.push(`${name}: has the focus and does not show it`)
    if (!focus.isInView) faults.push(`${name}: has the focus out of sight`)
  }
  const missed = controls.filter(({ mark }) => !reached.has(mark)).map(({ name }) => `${name}: Tab does not lead there`)
  return [...missed, ...faults]
}

/**
 * Runs in the page: numbers its visible controls. Of radio buttons of one name, one stands for all; what is kept out of
 * the order of Tab on purpose, such as the tabs beside the chosen one, is reached by arrows.
 */
function markControls(): { mark: string; name: string }[] {
  const dialogs = [...document.querySelectorAll('[role="dialog"], dialog[open]')]
  const root = dialogs.at(-1) ?? document
  const groups = new Set<string>()
  return [...root.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => element.tabIndex >= 0 && !element.closest('[aria-hidden="true"], [inert], :disabled'))
    .filter((element) => {
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
      const isFirst = !groups.has(element.name)
      groups.add(element.name)
      return isFirst
    })
    .map((element, i) => {
      const isRadio = element instanceof HTMLInputElement && element.type === 'radio'
      const mark = isRadio ? `radio ${element.name}` : String(i)
      element.dataset.mark = mark
      return { mark, name: (element.getAttribute('aria-label') ?? element.textContent ?? mark).trim().slice(0, 60) }
    })
}

/** Runs in the page: what has the focus, and how it looks. */
function describeFocus(): { mark: string; isShown: boolean; isInView: boolean } | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement)) return null
  const isRadio = element instanceof HTMLInputElement && element.type === 'radio'
  const mark = isRadio ? `radio ${element.name}` : element.dataset.mark
  if (mark === undefined) return null
  // A field shows its focus around itself, as one thing with what belongs to it.
  const isRinged = (around: Element | null, levels: number): boolean => {
    if (!around || levels === 0) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(around)
    const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    return hasOutline || boxShadow !== 'none' || isRinged(around.parentElement, levels - 1)
  }
  const { top, bottom, left, right } = element.getBoundingClientRect()
  return {
    mark,
    isShown: isRadio || isRinged(element, element.matches('input, textarea, select') ? 3 : 1),
    isInView: bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth,
  }
}
