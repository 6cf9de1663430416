import { useEffect, useState } from 'react'
import { type AnnouncedWallet, accountsIn, type WalletProvider } from '#lib/wallet/provider'
import { useRememberedWallet } from '#lib/wallet/remembered'

/**
 * Returns the connected wallet's account without prompting, and follows its changes. Null for a wallet that was never
 * connected here, was disconnected, or exposes no account; undefined until it responds.
 */
export function useConnectedAccount(wallet: AnnouncedWallet | undefined): string | null | undefined {
  const [reported, setReported] = useState<{ by: WalletProvider; address: string | null }>()
  const isRemembered = useRememberedWallet() === wallet?.info.rdns
  const provider = isRemembered ? wallet?.provider : undefined
  useEffect(() => {
    if (!provider) return
    let current = true
    const take = (answer: unknown) => {
      if (current) setReported({ by: provider, address: accountsIn(answer)[0] ?? null })
    }
    void provider.request({ method: 'eth_accounts' }).then(take, () => take([]))
    provider.on?.('accountsChanged', take)
    return () => {
      current = false
      provider.removeListener?.('accountsChanged', take)
    }
  }, [provider])
  if (!provider) return null
  return reported?.by === provider ? reported.address : undefined
}
