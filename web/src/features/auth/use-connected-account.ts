import { useEffect, useState } from 'react'
import { type AnnouncedWallet, accountsIn } from '#lib/wallet/provider'

/** The account an already authorised wallet gives without asking, followed while it changes. */
export function useConnectedAccount(wallet: AnnouncedWallet | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  const provider = wallet?.provider
  useEffect(() => {
    if (!provider) return
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
