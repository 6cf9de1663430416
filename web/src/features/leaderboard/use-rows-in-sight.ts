import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterPaint } from '#lib/after-paint'
import { kindOfRow, type RowHeights, rowAt } from './row-heights.ts'

/** Overscan on either side, so that flings find rows. */
const BEYOND_PX = 540
/** Assumed until rows are measured. */
const USUAL: RowHeights = [140, 98, 67]

interface RowsInSight {
  from: number
  to: number
  heights: RowHeights
  /** Ref of every row's element, which carries `data-index`. */
  measure: (row: HTMLElement | null) => (() => void) | undefined
}

export function useRowsInSight(list: RefObject<HTMLElement | null>, count: number): RowsInSight {
  const [heights, setHeights] = useState(USUAL)
  const [range, setRange] = useState<readonly [number, number]>([0, 8])

  const find = useCallback(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0
    const first = rowAt(Math.max(0, -top - BEYOND_PX), heights)
    const last = rowAt(Math.max(0, innerHeight - top + BEYOND_PX), heights)
    return [first, last + 1] as const
  }, [list, heights])
  const look = useCallback(() => {
    const [from, to] = find()
    setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]))
  }, [find])
  // The first rows fill a phone, and a layout in the middle of the first rendering takes a slow one 0.3 s.
  const isDrawn = useRef(false)
  useEffect(() => {
    isDrawn.current = true
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count changes the page's position
  useLayoutEffect(() => {
    return isDrawn.current ? look() : afterPaint(look)
  }, [look, count])
  useEffect(() => {
    // Synchronously, or a fling would show a gap.
    const onScroll = () => flushSync(look)
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', look)
    }
  }, [look])

  const observer = useMemo(
    () =>
      new ResizeObserver((seen) =>
        setHeights((before) => {
          const next: [number, number, number] = [...before]
          for (const { target, borderBoxSize } of seen) {
            const height = borderBoxSize[0]?.blockSize ?? 0
            if (height > 0) next[kindOfRow(Number((target as HTMLElement).dataset.index))] = height
          }
          return next.every((height, kind) => height === before[kind]) ? before : next
        }),
      ),
    [],
  )
  useEffect(() => () => observer.disconnect(), [observer])
  const measure = useCallback(
    (row: HTMLElement | null) => {
      if (!row) return
      observer.observe(row)
      return () => observer.unobserve(row)
    },
    [observer],
  )
  return { from: range[0], to: Math.min(range[1], count), heights, measure }
}
