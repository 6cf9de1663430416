import { useEffect, useRef } from 'react'
import styles from './scroll-bar.module.css'
import { createScrollBar } from './scroll-bar.ts'

/** Hides the scroll bar of a scroll container until it is used. */
export function useScrollBar<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const made = useRef<ReturnType<typeof createScrollBar>>(null)
  made.current ??= createScrollBar((isShown) => ref.current?.toggleAttribute('data-scroll-bar', isShown))
  const bar = made.current
  useEffect(() => bar.stop, [bar])
  const area = { ref, onPointerEnter: bar.entered, onPointerLeave: bar.left, onScroll: bar.scrolled }
  return { area, className: styles.area ?? '' }
}
