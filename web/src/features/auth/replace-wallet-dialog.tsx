import type { LinkedAccount } from '@aura/api/calls/providers'
import { shortAddress } from '@aura/api/ids'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { ConfirmLinks, handleText } from '#features/providers'
import { useWallets } from '#lib/wallet/use-wallets'
import { paths } from '#paths'
import { Notice } from '#ui/feedback/notice'
import { Button, buttonClass } from '#ui/forms/button'
import { Dialog, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { errorTexts } from './error-texts.ts'
import { NoWallet } from './no-wallet.tsx'
import { ConfirmWithPasskey } from './passkeys/confirm-with-passkey.tsx'
import { useCurrentUser } from './use-current-user.ts'
import { useReplaceWallet } from './use-replace-wallet.ts'
import { WalletList } from './wallet-list.tsx'

interface ReplaceWalletDialogProps {
  open: boolean
  onClose: () => void
  current: string
  accounts: readonly LinkedAccount[]
  confirmed: string | null
}

export default function ReplaceWalletDialog({ open, onClose, ...steps }: ReplaceWalletDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} phone="sheet">
      <DialogHeader title="Replace wallet" />
      <DialogBody>
        <Steps {...steps} onDone={onClose} />
      </DialogBody>
    </Dialog>
  )
}

type StepsProps = Omit<ReplaceWalletDialogProps, 'open' | 'onClose'> & { onDone: () => void }

/** Mounted with the dialog's content, so closing it ends an attempt. */
function Steps({ current, accounts, confirmed, onDone }: StepsProps) {
  const wallets = useWallets()
  const { passkeyWallet } = useCurrentUser()
  const { stage, attempt, problem, chooseNew, confirmOld, confirmOldByPasskey, startAgain } = useReplaceWallet({
    current,
    confirmed,
    onDone,
  })
  const isOld = stage.wants === 'old'
  const isByPasskey = isOld && passkeyWallet?.status === 'bound'
  const usable = accounts.filter(({ id }) => id !== null)
  const [first] = usable
  return (
    <div className="grid min-h-44 content-start gap-3">
      <p className="text-ink-2">
        {isOld ? (
          <>
            {shortAddress(stage.proof.walletAddress)} has signed. Now sign with {shortAddress(current)} too to replace
            it right away.
          </>
        ) : confirmed ? (
          <>
            It’s confirmed that it’s you. Sign with {shortAddress(confirmed)} once more. It takes effect in{' '}
            {AUTH_RULES.walletNoticeDays} days.
          </>
        ) : (
          'First, sign with the new wallet. The old wallet’s bonus and limits stay with it.'
        )}
      </p>
      {problem && (
        <Notice tone="danger" title={problem.title}>
          <p>{problem.description}</p>
          {problem.hint && <p>{problem.hint}</p>}
        </Notice>
      )}
      {isByPasskey && (
        <ConfirmWithPasskey
          purpose="replace"
          replacedBy={stage.proof.walletAddress}
          failure={errorTexts.replaceWallet}
          onProof={(replacing) => confirmOldByPasskey(stage.proof, replacing)}
        />
      )}
      {!isByPasskey && wallets?.length === 0 && <NoWallet to="use-feature" />}
      {!isByPasskey && wallets && wallets.length > 0 && (
        <WalletList
          wallets={wallets}
          attempt={attempt}
          onChoose={(wallet) => void (isOld ? confirmOld(wallet, stage.proof) : chooseNew(wallet))}
        />
      )}
      {isOld && (
        <div className="grid gap-2 border-t border-line pt-3">
          <p className="text-sm text-ink-2">
            {!first ? (
              <>
                Lost {shortAddress(current)}? Only a connected X account can confirm it’s you, and you haven’t connected
                one.
              </>
            ) : (
              <>
                Lost {shortAddress(current)}? Confirm with{' '}
                {usable.map((account) => `${handleText(account)} on ${account.name}`).join(' or ')}. The new wallet
                takes effect in {AUTH_RULES.walletNoticeDays} days. Until then you can cancel it from any session, and
                you can’t redeem.
              </>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <ConfirmLinks
              accounts={accounts}
              className={buttonClass('secondary', 40)}
              confirms={{ purpose: 'bind-wallet', wallet: stage.proof.walletAddress }}
              next={paths.settingsAsking({ open: 'replace-wallet', wallet: stage.proof.walletAddress })}
            >
              {(name) => `Confirm with ${name}`}
            </ConfirmLinks>
            <Button kind="ghost" size={40} onClick={startAgain}>
              Start again
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
