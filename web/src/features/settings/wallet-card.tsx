import { shortAddress } from '@aura/api/ids'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { Check, Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LinkWalletDialog, ReplaceWalletDialog, useCurrentUser } from '#features/auth'
import { disconnectWallet } from '#lib/wallet/disconnect'
import { forgetWallet, useRememberedWallet } from '#lib/wallet/remembered'
import { useWallets } from '#lib/wallet/use-wallets'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Card, Setting } from './card.tsx'
import styles from './settings.module.css'
import { useSettingsDialog } from './use-settings-dialog.ts'
import { WaitingReplacement } from './waiting-replacement.tsx'

export function WalletCard() {
  const { walletAddress } = useCurrentUser()
  return (
    <Card title="Wallet Connections">
      {walletAddress === null ? <NoWalletYet /> : <Bound address={walletAddress} />}
    </Card>
  )
}

const icon = <Wallet size={20} strokeWidth={1.75} />

function NoWalletYet() {
  const wallets = useWallets()
  const { isOpen, open, close } = useSettingsDialog('link-wallet')
  const isMissing = isOpen && wallets?.length === 0
  useEffect(() => {
    if (isMissing) toast({ title: 'MetaMask not found', kind: 'destructive' })
  }, [isMissing])
  return (
    <>
      <Setting
        icon={icon}
        title="Ethereum Wallet"
        note="Connect a wallet to sign in and get paid."
        action={
          <Button kind="secondary" size={40} onClick={open}>
            Connect Wallet
          </Button>
        }
      />
      <LinkWalletDialog open={isOpen} onClose={close} />
    </>
  )
}

function Bound({ address }: { address: string }) {
  const { isDisconnected, disconnect } = useDisconnect()
  const { linkedAccounts } = useCurrentUser()
  const { isOpen, open, close, asked } = useSettingsDialog('replace-wallet')
  return (
    <>
      <Setting
        icon={icon}
        title="Ethereum Wallet"
        note={
          <>
            <span className="num mr-2.5" title={address}>
              {shortAddress(address)}
            </span>
            {isDisconnected ? (
              <p>
                Your wallet is disconnected from this page. It stays linked to your account for signing in and payments.
                To use another one, replace it.
              </p>
            ) : (
              <span className={styles.connected}>
                <Check size={14} strokeWidth={2.25} aria-hidden="true" />
                Connected
              </span>
            )}
          </>
        }
        action={
          !isDisconnected && (
            <Button kind="secondary" size={40} aria-label="Disconnect wallet" onClick={disconnect}>
              Disconnect
            </Button>
          )
        }
      />
      <Setting
        title="Another wallet"
        note={`Your current wallet signs too. Or confirm with X, and the new one takes effect in ${AUTH_RULES.walletNoticeDays} days.`}
        action={
          <Button kind="secondary" size={40} onClick={open}>
            Replace wallet
          </Button>
        }
      />
      <WaitingReplacement />
      <ReplaceWalletDialog
        open={isOpen}
        onClose={close}
        current={address}
        accounts={linkedAccounts}
        confirmed={asked?.get('wallet') ?? null}
      />
    </>
  )
}

/** Disconnects this page only: the account keeps the wallet. */
function useDisconnect() {
  const [isDisconnected, setDisconnected] = useState(false)
  const remembered = useRememberedWallet()
  const wallet = useWallets()?.find(({ info }) => info.rdns === remembered)
  const disconnect = () => {
    if (wallet) disconnectWallet(wallet)
    else forgetWallet()
    setDisconnected(true)
    toast({
      title: 'Wallet Disconnected',
      description: 'Your wallet has been disconnected from this account.',
      durationMs: 3_000,
    })
  }
  return { isDisconnected, disconnect }
}
