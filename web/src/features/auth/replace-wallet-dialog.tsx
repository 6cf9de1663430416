import { shortAddress } from '@aura/api/ids'
import { RULES } from '@aura/api/rules'
import { useWallets } from '#lib/wallet/use-wallets'
import { Button } from '#ui/button'
import { Dialog, DialogBody, DialogHeader } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { NoWallet } from './no-wallet.tsx'
import { useReplaceWallet } from './use-replace-wallet.ts'
import { WalletList } from './wallet-list.tsx'

interface ReplaceWalletDialogProps {
  open: boolean
  onClose: () => void
  /** The wallet the account has. */
  current: string
}

/** Lets another wallet take the place of the account's. */
export default function ReplaceWalletDialog({ open, onClose, current }: ReplaceWalletDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} phone="sheet">
      <DialogHeader title="Replace wallet" />
      <DialogBody>
        <Steps current={current} onDone={onClose} />
      </DialogBody>
    </Dialog>
  )
}

/** Mounted with the dialog's content, so closing it ends an attempt. */
function Steps({ current, onDone }: { current: string; onDone: () => void }) {
  const wallets = useWallets()
  const { stage, attempt, problem, chooseNew, confirmOld, wait, startAgain } = useReplaceWallet({ current, onDone })
  const isOld = stage.wants === 'old'
  return (
    <div className="grid min-h-44 content-start gap-3">
      <p className="text-ink-2">
        {isOld ? (
          <>
            {shortAddress(stage.proof.walletAddress)} has signed. Now let {shortAddress(current)} sign too, and it is
            replaced at once.
          </>
        ) : (
          'First, the new wallet signs. What the old one earned as a bonus, and its limits, stay with it.'
        )}
      </p>
      {problem && (
        <Notice tone="danger" title={problem.title}>
          <p>{problem.description}</p>
          {problem.hint && <p>{problem.hint}</p>}
        </Notice>
      )}
      {wallets?.length === 0 && <NoWallet />}
      {wallets && wallets.length > 0 && (
        <WalletList
          wallets={wallets}
          attempt={attempt}
          onChoose={(wallet) => void (isOld ? confirmOld(wallet, stage.proof) : chooseNew(wallet))}
        />
      )}
      {isOld && (
        <div className="grid gap-2 border-t border-line pt-3">
          <p className="text-sm text-ink-2">
            Without the old wallet the new one waits for {RULES.walletNoticeDays} days. Until then any session of yours
            can call it off, and nothing can be redeemed.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              kind="secondary"
              size={40}
              busy={attempt?.uuid === 'wait' && 'Asking...'}
              onClick={() => void wait(stage.proof)}
            >
              Wait {RULES.walletNoticeDays} days instead
            </Button>
            <Button kind="ghost" size={40} onClick={startAgain}>
              Start again
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
