import { useState } from 'react'
import type { Network } from '#lib/chain/ensure-network'
import type { ErrorText } from '#lib/error-text'
import { isMobile } from '#lib/wallet/mobile'
import { type AnnouncedWallet, accountsIn } from '#lib/wallet/provider'
import { rememberWallet } from '#lib/wallet/remembered'
import { connectError } from '#lib/wallet/wallet-error'
import { walletErrorText } from '#lib/wallet/wallet-error-text'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { toast } from '#ui/toast'
import { moneyErrorText } from './payment-text.ts'
import { switchNetwork } from './switch-network.ts'
import type { PayingWallet } from './use-paying-wallet.ts'

/** What a button says while nobody knows yet whether there is a wallet to pay with. */
export const LOOKING = 'Looking for your wallet...'

interface WalletGateProps {
  wallet: PayingWallet
  network: Network
}

/**
 * What stands between somebody and paying: no wallet, one that is not connected, or on another network. Renders nothing
 * when the wallet is ready. After connecting, the wallet is brought to the product's network.
 */
export function WalletGate({ wallet, network }: WalletGateProps) {
  const [busy, setBusy] = useState<string | null>(null)
  const attempt = async (id: string, work: () => Promise<void>) => {
    setBusy(id)
    await work()
    setBusy(null)
  }
  if (wallet.state === 'looking') return <Button size={56} busy={LOOKING} />
  if (wallet.state === 'connected') {
    if (wallet.chainId === network.id) return null
    const { provider } = wallet.wallet
    return (
      <Button
        size={56}
        busy={busy && 'Processing'}
        onClick={() => void attempt('switch', () => goTo(provider, network))}
      >
        Switch to {network.name}
      </Button>
    )
  }
  if (wallet.choices.length === 0) {
    return (
      <Notice tone="warn" title="Wallet Not Found">
        Please install MetaMask or another Web3 wallet
      </Notice>
    )
  }
  const isOne = wallet.choices.length === 1
  return (
    <div className="grid gap-2">
      {!isOne && <p className="font-semibold">Connect Wallet</p>}
      {wallet.choices.map((choice) => (
        <Button
          key={choice.info.uuid}
          kind={isOne ? 'primary' : 'secondary'}
          size={isOne ? 56 : 48}
          busy={busy === choice.info.uuid && 'Connecting...'}
          disabled={busy !== null && busy !== choice.info.uuid}
          onClick={() => void attempt(choice.info.uuid, () => connect(choice, network))}
        >
          {isOne ? 'Connect Wallet' : choice.info.name}
        </Button>
      ))}
    </div>
  )
}

async function connect({ info, provider }: AnnouncedWallet, network: Network): Promise<void> {
  try {
    const accounts = accountsIn(await provider.request({ method: 'eth_requestAccounts' }))
    if (accounts.length === 0) throw new Error('The wallet gave no account')
  } catch (error) {
    return say(walletErrorText(connectError(error, isMobile(navigator.userAgent))))
  }
  rememberWallet(info.rdns)
  await goTo(provider, network)
}

async function goTo(provider: AnnouncedWallet['provider'], network: Network): Promise<void> {
  try {
    await switchNetwork(provider, network)
  } catch (error) {
    say(moneyErrorText(error, 'buy', { networkName: network.name }))
  }
}

const say = (text: ErrorText): void => void toast({ ...text, kind: 'destructive' })
