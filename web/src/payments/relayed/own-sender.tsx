import { shortAddress } from '@aura/api/ids'
import { useQuery } from '@tanstack/react-query'
import type { ErrorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useConfig } from '#lib/use-config'
import { Notice } from '#ui/feedback/notice'
import { networkOfConfig } from '../network.ts'
import { isReadyToPay, type PayingWallet, usePayingWallet } from '../use-paying-wallet.ts'
import { WalletGate } from '../wallet-gate.tsx'
import type { Sender } from './account-call.ts'

const NO_ACCOUNT = { walletAddress: null, passkeyWallet: null }

/** Follows the connected ordinary wallet of somebody whose own wallet is an account; `sender` once it can send. */
export function useSender(): { wallet: PayingWallet; sender: Sender | null } {
  const wallet = usePayingWallet(NO_ACCOUNT)
  const chainId = useConfig().data?.chain.id
  const factory = useQuery(read('GET /api/relay')).data?.accountFactory ?? null
  if (chainId === undefined || wallet.state !== 'connected' || !isReadyToPay(wallet, { id: chainId })) {
    return { wallet, sender: null }
  }
  const { provider } = wallet.wallet
  return { wallet, sender: { wallet: { provider, address: wallet.address, chainId }, factory } }
}

interface OwnSenderProps {
  wallet: PayingWallet
  /** Shown if switching the network failed without a known reason. */
  failed: ErrorText
}

/** Says that an ordinary wallet can send what Aura can't hand in, and connects one. */
export function OwnSender({ wallet, failed }: OwnSenderProps) {
  const config = useConfig().data
  if (!config) return null
  const network = networkOfConfig(config)
  if (wallet.state === 'disconnected' && wallet.choices.length === 0) {
    return (
      <Notice tone="warn" title={SHUT}>
        Try again later, or in a browser that has an ordinary wallet with some ETH, which can send what your passkey
        signs. The <a href="/rescue.html">rescue page</a> sends out what your wallet holds without Aura.
      </Notice>
    )
  }
  const isReady = isReadyToPay(wallet, network)
  const sender = wallet.state === 'connected' ? shortAddress(wallet.address) : ''
  return (
    <Notice
      tone="warn"
      title={SHUT}
      action={isReady ? undefined : <WalletGate wallet={wallet} network={network} failed={failed} />}
    >
      {isReady
        ? `Wallet ${sender} sends what your passkey signs and pays the network’s fee in ETH.`
        : 'An ordinary wallet with some ETH can send what your passkey signs and pay the network’s fee. It doesn’t become a key.'}
    </Notice>
  )
}

const SHUT = 'Aura can’t hand anything in now'
