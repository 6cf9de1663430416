import { JoinWithX } from '#features/x'
import { safeNext } from '#paths'
import { Dialog, DialogClose, DialogTitle } from '#ui/overlay/dialog'
import { ChooseWallet } from './choose-wallet.tsx'
import { UnlitDial } from './unlit-dial.tsx'

export interface JoinDialogProps {
  open: boolean
  onClose: () => void
}

/** Joining or signing in, with X or a wallet. */
export default function JoinDialog({ open, onClose }: JoinDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} phone="sheet" className="[--dialog-width:56rem]">
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] overflow-y-auto md:min-h-108 md:grid-cols-[22rem_1fr]">
        <div className="hidden md:grid">
          <UnlitDial />
        </div>
        <div className="px-5 pt-6 pb-6 md:px-9 md:pt-8 md:pb-9">
          <header className="-mr-3 flex items-start justify-between">
            <DialogTitle className="font-display text-[min(2.5rem,12.5vw)] leading-none font-extrabold tracking-[-.03em]">
              Join <span className="[font-stretch:150%]">Aura</span>
            </DialogTitle>
            <DialogClose />
          </header>
          <p className="mt-2.5 mb-5 max-w-100 text-balance text-ink-2">
            Everyone starts at day 0. Your first lesson lights the first line.
          </p>
          <JoinWithX next={safeNext(new URLSearchParams(location.search).get('next'), location.origin)} />
          <ChooseWallet />
        </div>
      </div>
    </Dialog>
  )
}
