import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { kindOfRow, type RowHeights, rowAt } from './row-heights.ts'

/** What is drawn beyond the window on either side, so that a fling finds rows where it gets to. */
const BEYOND_PX = 540
/** Until rows have been measured. */
const USUAL: RowHeights = [140, 98, 67]

interface RowsInSight {
  /** The rows to draw: from the first up to, and without, the second. */
  from: number
  to: number
  heights: RowHeights
  /** For each row's element, which carries its index as `data-index`. */
  measure: (row: HTMLElement | null) => (() => void) | undefined
}

/** Which rows of a list that scrolls with the page are worth drawing, and how high rows are. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: with more or fewer rows the page is somewhere else
  useLayoutEffect(look, [look, count])
  useEffect(() => {
    // Before the frame is drawn, or a fling would show a gap.
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
            // Of an element that has just gone there is none.
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
