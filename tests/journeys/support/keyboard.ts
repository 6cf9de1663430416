import { expect, type Locator, type Page } from '@playwright/test'
import { drawn } from './check-visuals-and-a11y.ts'

const MAX_STOPS = 80
/** Milliseconds to wait for a target that may still be loading. */
const PATIENCE_MS = 60_000

/** Presses Tab, or Shift+Tab, until a matching control has the focus; returns its name. */
export async function reach(
  page: Page,
  name: string | RegExp,
  { role, isBack = false }: { role?: string; isBack?: boolean } = {},
): Promise<string> {
  const passed: string[] = []
  const untilMs = Date.now() + PATIENCE_MS
  while (passed.length < MAX_STOPS || Date.now() < untilMs) {
    const focused = await page.evaluate(() => {
      // A focused region's text would match by accident.
      const focused = document.activeElement
      const element = focused instanceof HTMLElement && focused.tabIndex >= 0 ? focused : null
      const role = element?.getAttribute('role') ?? (element instanceof HTMLInputElement ? element.type : 'other')
      const by = element?.getAttribute('aria-labelledby')?.split(' ')[0]
      const label = by
        ? document.getElementById(by)?.textContent
        : ((element as HTMLInputElement | null)?.labels?.[0] ?? element?.closest('label'))?.textContent
      return { name: (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim(), role }
    })
    const isNamed = typeof name === 'string' ? focused.name.includes(name) : name.test(focused.name)
    if (isNamed && (role === undefined || focused.role === role)) return focused.name
    passed.push(focused.name.slice(0, 30))
    await page.keyboard.press(isBack ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`Tab did not lead to ${name}, only to ${passed.slice(-MAX_STOPS).join(' | ')}`)
}

/** Tabs to a control, whose focus must be visible, and presses it. */
export async function use(page: Page, name: string | RegExp): Promise<void> {
  await reach(page, name)
  await expectFocus(page, `on ${name}`)
  await page.keyboard.press('Enter')
}

/** Presses Tab until one of the controls has the focus, then the key. */
export async function pressWithTab(page: Page, controls: Locator, key = 'Enter'): Promise<void> {
  const hasFocus = (all: Element[]) => all.some((element) => element === document.activeElement)
  for (let steps = 0; steps < MAX_STOPS; steps++) {
    if (await controls.evaluateAll(hasFocus)) return page.keyboard.press(key)
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach it')
}

/** Expects a visible focus indicator on a control. Elements that only programs focus need none. */
export async function expectFocus(page: Page, when: string): Promise<void> {
  await expect.poll(() => page.evaluate(lostFocus), { message: `the focus ${when}` }).toBeNull()
}

/** Runs in the page. Returns a fault or null. */
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
  // A field's indicator may be on its wrapper.
  const levels = element.matches('input, textarea, select') ? 4 : 1
  for (let around: Element | null = element, level = 0; around && level < levels; around = around.parentElement) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(around)
    if ((outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none') return null
    level++
  }
  return `${name} does not show it`
}

/**
 * Returns controls that Tab can't reach, without a focus indicator, or with it out of view; in a modal, only its own.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const controls = await page.evaluate(markControls)
  const faults: string[] = []
  const reached = new Set<string>()
  // Every control once, plus the end of the page and focus guards.
  for (let presses = 0; presses < controls.length + 12 && reached.size < controls.length; presses++) {
    await page.keyboard.press('Tab')
    let focus = await page.evaluate(describeFocus)
    // Scrolling and focus guards take a moment.
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

/** Runs in the page: marks visible controls. One radio button represents its group. */
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

/** Runs in the page. Returns the marked control with the focus, or null. */
function describeFocus(): { mark: string; isShown: boolean; isInView: boolean } | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement)) return null
  const isRadio = element instanceof HTMLInputElement && element.type === 'radio'
  const mark = isRadio ? `radio ${element.name}` : element.dataset.mark
  if (mark === undefined) return null
  // A field's indicator may be on its wrapper.
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
