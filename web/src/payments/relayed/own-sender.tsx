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

const ASK_AGAIN_MS = 5_000

interface OwnWallet {
  wallet: PayingWallet
  /** Once the wallet can send. */
  sender: Sender | null
  /** Whether Aura was asked in vain what it can hand in and how accounts are made. */
  isUnanswered: boolean
}

/**
 * Follows the connected ordinary wallet of somebody whose own wallet is an account. It can send for an account that isn't on
 * the network (`isDeployed`) once Aura has named the contract that makes it.
 */
export function useSender({ isDeployed }: { isDeployed: boolean }): OwnWallet {
  const wallet = usePayingWallet(NO_ACCOUNT)
  const chainId = useConfig().data?.chain.id
  const { data, errorUpdateCount } = useQuery({
    ...read('GET /api/relay'),
    refetchInterval: ({ state }) => !isDeployed && state.data === undefined && ASK_AGAIN_MS,
  })
  const isUnanswered = data === undefined && errorUpdateCount > 0
  const factory = isDeployed ? null : (data?.accountFactory ?? undefined)
  if (
    chainId === undefined ||
    wallet.state !== 'connected' ||
    !isReadyToPay(wallet, { id: chainId }) ||
    factory === undefined
  ) {
    return { wallet, sender: null, isUnanswered }
  }
  const { provider } = wallet.wallet
  return { wallet, sender: { wallet: { provider, address: wallet.address, chainId }, factory }, isUnanswered }
}

interface OwnSenderProps {
  wallet: PayingWallet
  /** Whether a connected wallet can send. */
  canSend: boolean
  /** Shown if switching the network failed without a known reason. */
  failed: ErrorText
}

/** Says that an ordinary wallet can send what Aura can't hand in, and connects one. */
export function OwnSender({ wallet, canSend, failed }: OwnSenderProps) {
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
        ? canSend
          ? `Wallet ${sender} sends what your passkey signs and pays the network’s fee in ETH.`
          : 'Your wallet isn’t on the network yet, and Aura didn’t say how to bring it there. Asking again...'
        : 'An ordinary wallet with some ETH can send what your passkey signs and pay the network’s fee. It doesn’t become a key.'}
    </Notice>
  )
}

const SHUT = 'Aura can’t hand anything in now'
