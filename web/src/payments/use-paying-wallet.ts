import { useEffect, useState } from 'react'
import { networkOf } from '#lib/chain/ensure-network'
import type { AnnouncedWallet, WalletProvider } from '#lib/wallet/provider'
import { sameAddress } from '#lib/wallet/provider'
import { useRememberedWallet } from '#lib/wallet/remembered'
import { useConnectedAccount } from '#lib/wallet/use-connected-account'
import { useWallets } from '#lib/wallet/use-wallets'

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

/** Follows the connected account and network. `own` is the account's wallet. */
export function usePayingWallet(own: string | null): PayingWallet {
  const wallets = useWallets()
  const remembered = useRememberedWallet()
  const wallet = wallets?.find(({ info }) => info.rdns === remembered)
  const address = useConnectedAccount(wallet)
  const chainId = useNetworkOf(wallet)
  if (wallets === null || address === undefined || chainId === undefined) return { state: 'looking' }
  if (!wallet || !address) return { state: 'disconnected', choices: wallets }
  const isOwn = own !== null && sameAddress(own, address)
  return { state: 'connected', wallet, address: address as `0x${string}`, chainId, isOwn }
}

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
