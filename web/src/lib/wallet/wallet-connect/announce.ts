import { WALLET_CONNECT_RDNS } from '#lib/wallet/discovery'
import { rememberedWallet } from '#lib/wallet/remembered'
import { readThroughServer, withChainReads } from './chain-reads.ts'
import { createWalletConnect } from './provider.ts'

const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="8" fill="#16405b"/><g fill="none" stroke="#fff" stroke-width="2.2"><rect x="8.5" y="8.5" width="7" height="7" rx="1.5"/><rect x="20.5" y="8.5" width="7" height="7" rx="1.5"/><rect x="8.5" y="20.5" width="7" height="7" rx="1.5"/></g><path d="M20 20h3v3h-3zM25 25h3v3h-3zM25 20h3v2h-3zM20 26h2v2h-2z" fill="#fff"/></svg>',
  )

/** The relay responds within a second or two or not at all. */
const RELAY_WAIT_MS = 20_000

/** Announces WalletConnect like an installed wallet (EIP-6963). Loads nothing until it is chosen. */
export function announceWalletConnect(projectId: string, chainId: number): void {
  const wallet = createWalletConnect({
    chainId,
    relayWaitMs: RELAY_WAIT_MS,
    wasConnected: () => rememberedWallet() === WALLET_CONNECT_RDNS,
    load: async () => (await import('./load-sign-client.ts')).loadSignClient(projectId),
    openWindow: async (events) => (await import('./connect-window.tsx')).openConnectWindow(events),
  })
  const provider = withChainReads(wallet, readThroughServer)
  const detail = Object.freeze({
    info: Object.freeze({ uuid: crypto.randomUUID(), name: 'WalletConnect', icon: ICON, rdns: WALLET_CONNECT_RDNS }),
    provider,
  })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
