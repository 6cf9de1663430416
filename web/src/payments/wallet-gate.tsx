import { useState } from 'react'
import type { Network } from '#lib/chain/ensure-network'
import type { ErrorText } from '#lib/error-text'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { connectToPay, goToNetwork } from './connect-to-pay.ts'
import { showPaymentToast } from './show-payment-toast.ts'
import type { PayingWallet } from './use-paying-wallet.ts'

export const NO_METAMASK = 'MetaMask not detected. Please install MetaMask.'

export const LOOKING = 'Looking for your wallet...'

interface WalletGateProps {
  wallet: PayingWallet
  network: Network
  /** Shown if switching the network failed without a known reason. */
  failed: ErrorText
}

/** Offers a payment's next step: a wallet, a connection or the network. Nothing when ready. */
export function WalletGate({ wallet, network, failed }: WalletGateProps) {
  const [busy, setBusy] = useState<string | null>(null)
  const attempt = async (id: string, work: () => Promise<void>) => {
    setBusy(id)
    await work()
    setBusy(null)
  }
  if (wallet.state === 'looking') return <Button size={56} busy={LOOKING} />
  if (wallet.state === 'passkey') return null
  if (wallet.state === 'connected') {
    if (wallet.chainId === network.id) return null
    const { provider } = wallet.wallet
    return (
      <Button
        size={56}
        busy={busy && 'Processing'}
        onClick={() => void attempt('switch', () => goToNetwork(provider, network, failed))}
      >
        Switch to {network.name}
      </Button>
    )
  }
  if (wallet.choices.length === 0) {
    return (
      <div className="grid gap-3">
        <Notice tone="warn" title="Wallet Not Found">
          Please install MetaMask or another Web3 wallet
        </Notice>
        <Button
          size={56}
          onClick={() => showPaymentToast({ ...failed, description: NO_METAMASK, kind: 'destructive' })}
        >
          Connect Wallet
        </Button>
      </div>
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
          onClick={() => void attempt(choice.info.uuid, () => connectToPay(choice, network, failed))}
        >
          {isOne ? 'Connect Wallet' : choice.info.name}
        </Button>
      ))}
    </div>
  )
}
