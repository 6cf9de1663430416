import { useEffect } from 'react'

export const showTitle = (title: string): void => {
  document.title = `${title} — Aura`
}

export function useTitle(title: string): void {
  useEffect(() => showTitle(title), [title])
}
