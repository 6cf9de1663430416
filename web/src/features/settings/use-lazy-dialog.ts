import { useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { paths } from '#paths'

/**
 * Loads a dialog's code when it first opens and keeps it mounted for its closing. Returning from X reopens it:
 * `name` is its value of `?open=`, and `asked` the rest of the query.
 */
export function useLazyDialog(name?: string) {
  const search = useSearch()
  const query = new URLSearchParams(search)
  const asked = name !== undefined && query.get('open') === name ? query : null
  const [isOpen, setOpen] = useState(asked !== null)
  const [wasOpen, setWasOpen] = useState(isOpen)
  return {
    isOpen,
    wasOpen,
    asked,
    open: () => {
      setWasOpen(true)
      setOpen(true)
    },
    close: () => {
      setOpen(false)
      if (asked) navigate(paths.settings, { replace: true })
    },
  }
}
