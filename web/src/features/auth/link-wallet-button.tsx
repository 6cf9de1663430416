import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Button } from '#ui/forms/button'

const LinkWalletDialog = lazy(() => import('./link-wallet-dialog.tsx'))

/** Opens the dialog that links a wallet. */
export function LinkWalletButton(props: Omit<ComponentProps<typeof Button>, 'onClick' | 'children'>) {
  const [isOpen, setOpen] = useState(false)
  // Kept mounted for the closing animation.
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <>
      <Button
        {...props}
        onClick={() => {
          setWasOpen(true)
          setOpen(true)
        }}
      >
        Connect Wallet
      </Button>
      {wasOpen && (
        <Suspense>
          <LinkWalletDialog open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
