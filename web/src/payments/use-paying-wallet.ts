import type { Answer } from '@aura/api/calls'
import { useEffect, useState } from 'react'
import { networkOf } from '#lib/chain/ensure-network'
import type { AnnouncedWallet, WalletProvider } from '#lib/wallet/provider'
import { sameAddress } from '#lib/wallet/provider'
import { useRememberedWallet } from '#lib/wallet/remembered'
import { useConnectedAccount } from '#lib/wallet/use-connected-account'
import { useWallets } from '#lib/wallet/use-wallets'
import type { Signer } from './relayed/signer.ts'
import { type PasskeyAccount, usePasskeyAccount } from './relayed/use-passkey-account.ts'

export type PayingWallet =
  /** Discovery is running, or the wallet has not responded yet. */
  | { state: 'looking' }
  | { state: 'disconnected'; choices: readonly AnnouncedWallet[] }
  | {
      state: 'connected'
      wallet: AnnouncedWallet
      address: `0x${string}`
      chainId: number | null
      isOwn: boolean
    }
  /** The account contract of the user's passkeys. */
  | { state: 'passkey'; account: PasskeyAccount }

/** Follows the connected account and network, unless the user's wallet is an account of passkeys. */
export function usePayingWallet(
  user: Pick<Answer<'GET /api/auth/user'>, 'walletAddress' | 'passkeyWallet'>,
): PayingWallet {
  const own = user.walletAddress
  const account = usePasskeyAccount(user)
  const wallets = useWallets()
  const remembered = useRememberedWallet()
  const wallet = wallets?.find(({ info }) => info.rdns === remembered)
  const address = useConnectedAccount(wallet)
  const chainId = useNetworkOf(wallet)
  if (account) return { state: 'passkey', account }
  if (account === undefined) return { state: 'looking' }
  if (wallets === null || address === undefined || chainId === undefined) return { state: 'looking' }
  if (!wallet || !address) return { state: 'disconnected', choices: wallets }
  const isOwn = own !== null && sameAddress(own, address)
  return { state: 'connected', wallet, address: address as `0x${string}`, chainId, isOwn }
}

/** Returns whether a payment can begin: with the user's passkeys, or with their wallet connected on the network. */
export const isReadyToPay = (wallet: PayingWallet, network: { id: number }): boolean =>
  wallet.state === 'passkey' || (wallet.state === 'connected' && wallet.chainId === network.id)

export const signerOf = (wallet: Extract<PayingWallet, { state: 'connected' | 'passkey' }>): Signer =>
  wallet.state === 'passkey' ? wallet : { provider: wallet.wallet.provider, address: wallet.address }

function useNetworkOf(wallet: AnnouncedWallet | undefined): number | null | undefined {
  const [reported, setReported] = useState<{ by: WalletProvider; chainId: number | null }>()
  const provider = wallet?.provider
  useEffect(() => {
    if (!provider) return
    let current = true
    const ask = () =>
      void networkOf(provider).then((id) => {
        if (current) setReported({ by: provider, chainId: id })
      })
    ask()
    provider.on?.('chainChanged', ask)
    return () => {
      current = false
      provider.removeListener?.('chainChanged', ask)
    }
  }, [provider])
  if (!provider) return null
  return reported?.by === provider ? reported.chainId : undefined
}
