import { JoinWithX } from '#features/x'
import { safeNext } from '#paths'
import { Notice } from '#ui/feedback/notice'
import { Dialog, DialogClose, DialogTitle } from '#ui/overlay/dialog'
import { ChooseWallet } from './choose-wallet.tsx'
import styles from './join.module.css'
import { UnlitDial } from './unlit-dial.tsx'

interface JoinDialogProps {
  open: boolean
  onClose: () => void
}

export default function JoinDialog({ open, onClose }: JoinDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} phone="sheet" className={styles.dialog ?? ''}>
      <div className={styles.halves}>
        <div className="hidden md:grid">
          <UnlitDial />
        </div>
        <div className="px-5 pt-6 pb-6 md:px-9 md:pt-8 md:pb-9">
          <header className="-mr-3 flex items-start justify-between">
            <DialogTitle className={styles.title}>
              Join <span className="font-stretch-150%">Aura</span>
            </DialogTitle>
            <DialogClose />
          </header>
          <p className="mt-2.5 mb-5 max-w-100 text-balance text-ink-2">
            Everyone starts at day 0. Your first lesson lights the first line.
          </p>
          {!navigator.cookieEnabled && (
            <Notice tone="warn" title="Cookies are blocked">
              Without them your browser can’t stay signed in. Allow cookies for this site, then reload the page.
            </Notice>
          )}
          <JoinWithX next={safeNext(new URLSearchParams(location.search).get('next'), location.origin)} />
          <ChooseWallet />
        </div>
      </div>
    </Dialog>
  )
}
