import { Dialog, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { ChooseWallet } from './choose-wallet.tsx'

export default function LinkWalletDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} phone="sheet">
      <DialogHeader title="Connect Wallet" />
      <DialogBody>
        <p className="text-ink-2">You sign in with it, and USDC you earn is paid to it.</p>
        <ChooseWallet purpose="link" onDone={onClose} />
      </DialogBody>
    </Dialog>
  )
}
