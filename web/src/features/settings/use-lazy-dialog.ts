import { useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { paths } from '#paths'

/**
 * A dialog whose code is loaded when it is first opened, and stays for its closing. A trip to X leads back to the page
 * with the dialog it began in open again: `name` is what `?open=` calls it, and `asked` what the address says besides.
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
