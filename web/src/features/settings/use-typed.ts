import { useEffect, useRef } from 'react'

/** Returns what is typed when it is asked; null once the form is gone. */
export function useTyped(text: string): () => string | null {
  const typed = useRef<string | null>(text)
  typed.current = text
  useEffect(
    () => () => {
      typed.current = null
    },
    [],
  )
  return () => typed.current
}
