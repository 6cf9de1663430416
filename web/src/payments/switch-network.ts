import { ensureNetwork, type Network, type NetworkChange } from '#lib/chain/ensure-network'
import type { WalletProvider } from '#lib/wallet/provider'
import { showPaymentToast } from './show-payment-toast.ts'

/** Wallets report the switch slightly before it takes effect. */
const SETTLE_MS = 1_000

export const switchedToast = (change: Exclude<NetworkChange, 'none'>, name: string) => ({
  ...(change === 'switched'
    ? { title: 'Network Switched', description: `Successfully switched to ${name}` }
    : { title: 'Network Added', description: `${name} was added to your wallet.` }),
  durationMs: 3_000,
})

/** Switches the wallet to the product's network and reports it. Throws a ChainFailure if the switch fails. */
export async function switchNetwork(provider: WalletProvider, network: Network): Promise<void> {
  const change = await ensureNetwork(provider, network)
  if (change === 'none') return
  showPaymentToast(switchedToast(change, network.name))
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
}
