import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../forms/button.tsx'

interface ShowMoreProps {
  list: RefObject<HTMLElement | null>
  hasMore: boolean
  isBusy: boolean
  onMore: () => unknown
  error?: string | undefined
  /** Replaces the button at the end of the list. */
  end?: ReactNode
  label?: string
}

/** Keyboard focus moves to the first new row. */
export function ShowMore({ list, hasMore, isBusy, onMore, error, end, label = 'Show more' }: ShowMoreProps) {
  const shownBefore = useRef<number | null>(null)
  useEffect(() => {
    if (isBusy || shownBefore.current === null) return
    const first = list.current?.children[shownBefore.current]
    if (!first) return
    shownBefore.current = null
    first.querySelector<HTMLElement>('a[href], button')?.focus()
  })
  if (!hasMore) return end ? <p className="pt-5 text-sm text-ink-2">{end}</p> : null
  const more = () => {
    shownBefore.current = list.current?.children.length ?? null
    onMore()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-5">
      <Button kind="secondary" busy={isBusy && 'Loading...'} onClick={more}>
        {label}
      </Button>
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
