import { useState } from 'react'

/** A dialog whose code is loaded when it is first opened, and stays for its closing. */
export function useLazyDialog() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  return {
    isOpen,
    wasOpen,
    open: () => {
      setWasOpen(true)
      setOpen(true)
    },
    close: () => setOpen(false),
  }
}
