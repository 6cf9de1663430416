import { type ComponentProps, useState } from 'react'
import { Button } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'

export const LinkWalletDialog = lateDialog(() => import('./link-wallet-dialog.tsx'))

export function LinkWalletButton(props: Omit<ComponentProps<typeof Button>, 'onClick' | 'children'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...props} onClick={() => setOpen(true)}>
        Connect Wallet
      </Button>
      <LinkWalletDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
