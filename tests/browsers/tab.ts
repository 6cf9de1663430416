import type { Driver } from './driver.ts'

const WITHIN_MS = 30_000
const ASK_EVERY_MS = 100

export type Role = 'button' | 'link' | 'radio' | 'checkbox' | 'tab' | 'field' | 'heading' | 'dialog'

/** A name in full, or the source of a pattern as `/^Gift/` gives it. */
export type Name = string | RegExp

interface Wanted {
  role: Role
  name: string
  isPattern: boolean
}

type Point = { x: number; y: number } | { wrong: string }

/** A page as its user sees it: by role and name, clicked where things are. Throws after 30 s with the obstacle. */
export class Tab {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  goto = (url: string): Promise<void> => this.#driver.goto(url)

  async click(role: Role, name: Name): Promise<void> {
    const { x, y } = await this.#point(role, name)
    await this.#driver.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }

  /** Replaces what a field holds. */
  async fill(name: Name, text: string): Promise<void> {
    await this.click('field', name)
    await this.#driver.run(() => (document.activeElement as HTMLInputElement).select())
    await this.press(...text)
  }

  async press(...keys: string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown' as const, value },
      { type: 'keyUp' as const, value },
    ])
    await this.#driver.perform([{ type: 'key', id: 'keyboard', actions }])
  }

  sees = async (role: Role, name: Name): Promise<void> => void (await this.#point(role, name, false))

  /** Whether it is there now. */
  async has(role: Role, name: Name): Promise<boolean> {
    return !('wrong' in (await this.#driver.run(locate, wanted(role, name), false)))
  }

  async seesText(text: Name): Promise<string> {
    const [source, isPattern] = text instanceof RegExp ? [text.source, true] : [text, false]
    return this.until(`the text ${text}`, () =>
      this.#driver.run(
        (sought: string, isRegExp: boolean) => {
          const shown = document.body.innerText.replace(/\s+/g, ' ')
          return isRegExp ? (new RegExp(sought).exec(shown)?.[0] ?? null) : shown.includes(sought) ? sought : null
        },
        source,
        isPattern,
      ),
    )
  }

  /** Returns what is wrong with the page as a whole: it scrolls sideways, or an image doesn't load. */
  layoutFaults = (): Promise<string[]> =>
    this.#driver.run(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      const isWide = scrollWidth > clientWidth
      const broken = [...document.images].filter((image) => image.complete && image.naturalWidth === 0)
      return [
        ...(isWide ? [`the page is ${scrollWidth} wide in a window of ${clientWidth}`] : []),
        ...broken.map((image) => `${image.src} is no image`),
      ]
    })

  run: Driver['run'] = (fn, ...args) => this.#driver.run(fn, ...args)

  /** Asks until there is an answer other than null. */
  async until<Found>(purpose: string, find: () => Promise<Found | null>): Promise<Found> {
    const end = Date.now() + WITHIN_MS
    for (;;) {
      const found = await find()
      if (found !== null) return found
      if (Date.now() > end) throw new Error(`${purpose}: not within ${WITHIN_MS / 1_000} s`)
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    }
  }

  async #point(role: Role, name: Name, toClick = true): Promise<{ x: number; y: number }> {
    let wrong = ''
    try {
      return await this.until(`${role} ${name}`, async () => {
        const point: Point = await this.#driver.run(locate, wanted(role, name), toClick)
        if (!('wrong' in point)) return point
        wrong = point.wrong
        return null
      })
    } catch (error) {
      throw new Error(`${(error as Error).message} (${wrong})`)
    }
  }
}

const wanted = (role: Role, name: Name): Wanted =>
  name instanceof RegExp ? { role, name: name.source, isPattern: true } : { role, name, isPattern: false }

/**
 * Runs in the page. Returns the middle of the first visible element of a role and name; to be clicked, it is scrolled
 * into view first, must be enabled, have stopped moving, and be what the pointer would hit.
 */
async function locate({ role, name, isPattern }: Wanted, toClick: boolean): Promise<Point> {
  const selectors = {
    button: 'button, [role=button]',
    link: 'a[href]',
    radio: '[role=radio], input[type=radio]',
    checkbox: '[role=checkbox], input[type=checkbox]',
    tab: '[role=tab]',
    field: 'input:not([type=radio], [type=checkbox], [type=hidden]), textarea',
    heading: 'h1, h2, h3, [role=heading]',
    dialog: 'dialog[open], [role=dialog], [role=alertdialog]',
  }
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  // Text content without what is hidden from assistive technology, spaced between elements.
  const textOf = (node: Node): string =>
    [...node.childNodes]
      .map((child) => {
        if (child instanceof Element && child.getAttribute('aria-hidden') === 'true') return ''
        return child.nodeType === Node.TEXT_NODE ? child.textContent : ` ${textOf(child)} `
      })
      .join('')
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = by.map((id) => document.getElementById(id)).filter((found) => found !== null)
    const own = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
    const from = labels.length > 0 ? labels : own
    return clean(
      element.getAttribute('aria-label') ??
        (from.length > 0 ? from.map(textOf).join(' ') : element instanceof HTMLInputElement ? '' : textOf(element)),
    )
  }
  const fits = (element: Element) => {
    const its = nameOf(element)
    return isPattern ? new RegExp(name).test(its) : its === name
  }
  // A field or radio may be drawn by its label.
  const drawn = (element: Element): Element => {
    const { width, height } = element.getBoundingClientRect()
    const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined
    return (width < 4 || height < 4) && label ? label : element
  }
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
  const all = [...document.querySelectorAll(selectors[role])].filter(fits)
  const found = all.find((element) => isVisible(drawn(element)) && !element.closest('[inert]'))
  if (!found) return { wrong: all.length > 0 ? 'it is not visible' : 'there is none' }
  const target = drawn(found)
  if (!toClick) return { x: 0, y: 0 }
  if (found.matches(':disabled, [aria-disabled=true]')) return { wrong: 'it is disabled' }
  target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  const before = target.getBoundingClientRect()
  await frame()
  await frame()
  const rect = target.getBoundingClientRect()
  if (before.x !== rect.x || before.y !== rect.y) return { wrong: 'it is moving' }
  const [x, y] = [Math.round(rect.x + rect.width / 2), Math.round(rect.y + rect.height / 2)]
  const hit = document.elementFromPoint(x, y)
  const isHit = hit && (target.contains(hit) || hit.contains(found) || found.contains(hit))
  return isHit ? { x, y } : { wrong: `${hit?.outerHTML.slice(0, 120)} is in front of it` }
}
