import { useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { paths } from '#paths'

/** Opens a dialog, also on returning from X: `name` is its value of `?open=`, and `asked` the rest of the query. */
export function useSettingsDialog(name: string) {
  const search = useSearch()
  const query = new URLSearchParams(search)
  const asked = query.get('open') === name ? query : null
  const [isOpen, setOpen] = useState(asked !== null)
  return {
    isOpen,
    asked,
    open: () => setOpen(true),
    close: () => {
      setOpen(false)
      if (asked) navigate(paths.settings, { replace: true })
    },
  }
}
