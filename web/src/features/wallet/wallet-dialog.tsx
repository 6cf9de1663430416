import { formatUsdc } from '@aura/api/money'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useCurrentUser } from '#features/auth'
import { useConfig } from '#lib/use-config'
import { paths } from '#paths'
import { useFee } from '#payments/relayed/fee-note.tsx'
import { usePasskeyAccount } from '#payments/relayed/use-passkey-account.ts'
import { useUsdcBalance } from '#payments/use-usdc-balance.ts'
import { buttonClass } from '#ui/forms/button'
import { CopyButton } from '#ui/forms/copy-button'
import { IconButton } from '#ui/forms/icon-button'
import { Segmented } from '#ui/forms/segmented'
import { Dialog, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { QrCode } from '../../ui/qr-code.tsx'
import { History } from './history.tsx'
import { SendUsdc } from './send-usdc.tsx'
import { TestUsdcButton } from './test-usdc-button.tsx'
import styles from './wallet.module.css'

interface WalletDialogProps {
  open: boolean
  onClose: () => void
}

export default function WalletDialog({ open, onClose }: WalletDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} phone="sheet" width="narrow">
      <Content onClose={onClose} />
    </Dialog>
  )
}

function Content({ onClose }: Pick<WalletDialogProps, 'onClose'>) {
  const user = useCurrentUser()
  const { data: config } = useConfig()
  const account = usePasskeyAccount(user)
  const balance = useUsdcBalance(user.walletAddress)
  const fee = useFee()
  const [view, setView] = useState<'receive' | 'send' | 'history'>('receive')
  const { walletAddress } = user
  if (walletAddress === null) return null
  return (
    <>
      <DialogHeader
        title="Your wallet"
        note={account === null ? undefined : 'An account on the network that your passkeys sign for. It needs no ETH.'}
      />
      <DialogBody>
        <div className={styles.wallet}>
          <p className={styles.balance}>
            <b className="num">{balance.micros === null ? '–' : formatUsdc(balance.micros)} USDC</b>
            <IconButton
              label="Refresh USDC balance"
              icon={
                <RefreshCw
                  className={balance.isFetching ? 'animate-spin' : ''}
                  size={18}
                  strokeWidth={1.75}
                  aria-hidden="true"
                />
              }
              onClick={balance.refresh}
            />
          </p>
          <Segmented
            label="What to do"
            items={[
              { value: 'receive', name: 'Receive' },
              { value: 'send', name: 'Send' },
              ...(account ? [{ value: 'history' as const, name: 'History' }] : []),
            ]}
            value={view}
            onChange={setView}
          />
          {view === 'receive' ? (
            <Receive address={walletAddress} network={config?.chain.name}>
              {config && account && (
                <TestUsdcButton config={config} address={walletAddress} onGiven={balance.refresh} />
              )}
            </Receive>
          ) : view === 'history' ? (
            <History explorerUrl={config?.chain.explorerUrl ?? null} onLeave={onClose} />
          ) : account ? (
            <SendUsdc user={user} account={account} balanceMicros={balance.micros} isOn={fee.isOn || fee.isLoading} />
          ) : (
            account === null && <p>Send USDC with your wallet’s own app. Aura never moves it without you.</p>
          )}
          <Link href={paths.receipts} className={buttonClass('ghost', 40)} onClick={onClose}>
            Receipts
          </Link>
        </div>
      </DialogBody>
    </>
  )
}

interface ReceiveProps {
  address: string
  network: string | undefined
  children: ReactNode
}

function Receive({ address, network, children }: ReceiveProps) {
  return (
    <section className={styles.receive} aria-label="Receive USDC">
      <QrCode text={address} label="QR code of your address" />
      <p className={styles.address}>
        <span className="num">{address}</span>
        <CopyButton text={address} label="Copy wallet address" />
      </p>
      <p className="text-sm text-ink-2">
        Send only USDC on {network} to this address. Other tokens, and USDC of other networks, may be lost.
      </p>
      {children}
    </section>
  )
}
