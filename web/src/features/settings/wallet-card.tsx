import { shortAddress } from '@aura/api/ids'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { useQueryClient } from '@tanstack/react-query'
import { Check, KeyRound, Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LinkWalletDialog, ReplaceWalletDialog, type User, useCurrentUser } from '#features/auth'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { disconnectWallet } from '#lib/wallet/disconnect'
import { forgetWallet, useRememberedWallet } from '#lib/wallet/remembered'
import { useWallets } from '#lib/wallet/use-wallets'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { CopyButton } from '#ui/forms/copy-button'
import { Card, Setting } from './card.tsx'
import { errorTexts } from './error-texts.ts'
import styles from './settings.module.css'
import { useSettingsDialog } from './use-settings-dialog.ts'
import { WaitingReplacement } from './waiting-replacement.tsx'

export function WalletCard() {
  const { walletAddress, passkeyWallet } = useCurrentUser()
  return (
    <Card title="Wallet Connections">
      {walletAddress === null ? (
        <>
          {passkeyWallet && <PasskeyWallet {...passkeyWallet} />}
          <NoWalletYet />
        </>
      ) : (
        <Bound address={walletAddress} />
      )}
    </Card>
  )
}

const icon = <Wallet size={20} strokeWidth={1.75} />

/** The account contract of a passkey that isn't the account's wallet yet. */
function PasskeyWallet({ walletAddress, passkeyId, status }: NonNullable<User['passkeyWallet']>) {
  const client = useQueryClient()
  const take = useWrite({
    send: (_: undefined, idempotencyKey) =>
      request('POST /api/passkeys/:id/wallet', { params: { id: passkeyId }, body: {}, idempotencyKey }),
    onSuccess: async ({ bonusAp }) => {
      const bonus = bonusAp > 0 ? ` You earned ${bonusAp} Aura Points.` : ''
      toast({ title: 'Your wallet is ready', description: `You can stake, gift and vouch now.${bonus}` })
      await client.invalidateQueries(read('GET /api/auth/user'))
    },
    onError: (error) => toastFailure(error, errorTexts.passkeyWallet),
  })
  return (
    <Setting
      icon={<KeyRound size={20} strokeWidth={1.75} />}
      title="Passkey wallet"
      note={
        <>
          <span className="num mr-2.5" title={walletAddress}>
            {shortAddress(walletAddress)}
          </span>
          <p>
            {status === 'ready'
              ? 'Your address has access to the beta now.'
              : 'It waits for access to the beta. Until then you can look around, learn and follow people.'}
          </p>
        </>
      }
      action={
        status === 'ready' ? (
          <Button size={40} busy={take.isPending && 'Setting up...'} onClick={() => take.mutate(undefined)}>
            Use this wallet
          </Button>
        ) : (
          <CopyButton text={walletAddress} label="Copy wallet address" />
        )
      }
    />
  )
}

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
  const { linkedAccounts, passkeyWallet } = useCurrentUser()
  const isPasskey = passkeyWallet?.status === 'bound'
  const { isOpen, open, close, asked } = useSettingsDialog('replace-wallet')
  return (
    <>
      <Setting
        icon={isPasskey ? <KeyRound size={20} strokeWidth={1.75} /> : icon}
        title={isPasskey ? 'Passkey wallet' : 'Ethereum Wallet'}
        note={
          <>
            <span className="num mr-2.5" title={address}>
              {shortAddress(address)}
            </span>
            {isPasskey ? (
              <p>Your passkey signs for it. There is no seed phrase, and Aura can’t open it.</p>
            ) : isDisconnected ? (
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
          !isPasskey &&
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
