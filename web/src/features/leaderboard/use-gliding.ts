import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { commonShift } from './common-shift.ts'

const STILLNESS = matchMedia('(prefers-reduced-motion: reduce)')
const GLIDE: KeyframeAnimationOptions = { duration: 450, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

/** A row as it is drawn: whose it is, and where it begins in the list. */
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
 * Lets rows glide to their new place when the order has changed (and not when other ones scroll in, or when their sizes
 * do). The page stays where most rows in sight are: who reads in the middle of the list keeps reading while others come
 * in above. Elements name their rows by `data-id`. Nothing glides for who wants no motion.
 */
export function useGliding(
  list: RefObject<HTMLElement | null>,
  rows: readonly DrawnRow[],
  { order, sizes }: { order: unknown; sizes: unknown },
): void {
  const drawn = useRef<Drawn>(undefined)
  // A page that has become shorter is scrolled by the browser as soon as anybody asks: this is how it was before.
  const scrolled = useRef(scrollY)
  useEffect(() => {
    const keep = () => {
      scrolled.current = scrollY
    }
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
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
      // Comes from where it was not drawn; where the list has only become longer, nobody has moved.
      else if (before.indexes.has(row.index)) child.animate({ opacity: [0, 1] }, GLIDE)
    }
  })
}

/**
 * Scrolls by as much as most of the rows in sight have moved, unless the beginning of the list is in sight, too. Answers
 * how far the page has gone from where it was scrolled to before.
 */
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

/** From where it is drawn at this moment, be it on its way already, to where it stands. */
function glide(child: Element, moved: number): void {
  const [, onItsWay = '0'] = getComputedStyle(child).translate.split(' ')
  const px = moved + Number.parseFloat(onItsWay)
  if (Math.abs(px) < 1) return
  // Who climbs passes before the others.
  const layer = moved > 0 ? { zIndex: [1, 1], backgroundColor: ['var(--bg)', 'var(--bg)'] } : {}
  child.animate({ translate: [`0 ${px}px`, '0 0'], ...layer }, GLIDE)
}
