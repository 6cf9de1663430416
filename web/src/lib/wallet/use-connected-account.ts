import { useEffect, useState } from 'react'
import { type AnnouncedWallet, accountsIn } from '#lib/wallet/provider'
import { useRememberedWallet } from '#lib/wallet/remembered'

/**
 * The account of the connected wallet, given without asking anybody and followed while it changes. Null for a wallet
 * that was never connected here, that was disconnected, or that gives no account any more.
 */
export function useConnectedAccount(wallet: AnnouncedWallet | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  const isRemembered = useRememberedWallet() === wallet?.info.rdns
  const provider = isRemembered ? wallet?.provider : undefined
  useEffect(() => {
    if (!provider) return setAddress(null)
    let current = true
    const take = (answer: unknown) => {
      if (current) setAddress(accountsIn(answer)[0] ?? null)
    }
    void provider.request({ method: 'eth_accounts' }).then(take, () => take([]))
    provider.on?.('accountsChanged', take)
    return () => {
      current = false
      provider.removeListener?.('accountsChanged', take)
    }
  }, [provider])
  return address
}
