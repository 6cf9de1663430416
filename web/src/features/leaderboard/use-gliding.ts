import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { afterPaint } from '#lib/after-paint'
import { commonShift } from './common-shift.ts'

const STILLNESS = matchMedia('(prefers-reduced-motion: reduce)')
const GLIDE: KeyframeAnimationOptions = { duration: 450, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

export interface DrawnRow {
  id: string
  index: number
  start: number
}

interface Drawn {
  rows: ReadonlyMap<string, DrawnRow>
  indexes: ReadonlySet<number>
  order: unknown
  sizes: unknown
}

/**
 * Animates rows to their new places when the order changes, but not on scrolling or resizing. Keeps most visible rows
 * in place on screen, so that reading is not disturbed. Elements carry `data-id`. Reduced motion disables it.
 */
export function useGliding(
  list: RefObject<HTMLElement | null>,
  rows: readonly DrawnRow[],
  { order, sizes }: { order: unknown; sizes: unknown },
): void {
  const drawn = useRef<Drawn>(undefined)
  // Read before layout: the browser clamps the position when the page gets shorter.
  const scrolled = useRef(0)
  useEffect(() => {
    const keep = () => {
      scrolled.current = scrollY
    }
    // Reading it at once would lay the page out again.
    const cancel = afterPaint(keep)
    addEventListener('scroll', keep, { passive: true })
    return () => {
      cancel()
      removeEventListener('scroll', keep)
    }
  }, [])
  useLayoutEffect(() => {
    const before = drawn.current
    const now = new Map(rows.map((row) => [row.id, row]))
    drawn.current = { rows: now, indexes: new Set(rows.map(({ index }) => index)), order, sizes }
    const element = list.current
    if (!element || !before || before.order === order || before.sizes !== sizes) return
    const shift = keepInSight(element, scrolled.current, before.rows, now)
    scrolled.current += shift
    if (STILLNESS.matches) return
    for (const child of element.children) {
      const row = child instanceof HTMLElement && now.get(child.dataset.id ?? '')
      if (!row) continue
      const was = before.rows.get(row.id)
      if (was) glide(child, was.start - row.start + shift)
      // Fade in rows that were not drawn before; rows appended to a longer list have not moved.
      else if (before.indexes.has(row.index)) child.animate({ opacity: [0, 1] }, GLIDE)
    }
  })
}

/** Scrolls by the most common shift of the visible rows, unless at the top. Returns the distance. */
function keepInSight(
  element: HTMLElement,
  scrolled: number,
  before: ReadonlyMap<string, DrawnRow>,
  now: ReadonlyMap<string, DrawnRow>,
): number {
  const top = element.getBoundingClientRect().top + scrollY - scrolled
  if (top >= 0) return scrollY - scrolled
  const moves: number[] = []
  for (const [id, { start }] of before) {
    const row = now.get(id)
    if (row && start >= -top && start < innerHeight - top) moves.push(row.start - start)
  }
  const shift = commonShift(moves)
  if (shift !== 0) scrollTo({ top: scrolled + shift, behavior: 'instant' })
  return scrollY - scrolled
}

/** Starts from the current position, even in the middle of an animation. */
function glide(child: Element, moved: number): void {
  const [, onItsWay = '0'] = getComputedStyle(child).translate.split(' ')
  const px = moved + Number.parseFloat(onItsWay)
  if (Math.abs(px) < 1) return
  const layer = moved > 0 ? { zIndex: [1, 1], backgroundColor: ['var(--bg)', 'var(--bg)'] } : {}
  child.animate({ translate: [`0 ${px}px`, '0 0'], ...layer }, GLIDE)
}
