import { WALLET_CONNECT_RDNS } from './discovery.ts'
import type { AnnouncedWallet } from './provider.ts'
import { forgetWallet } from './remembered.ts'

/**
 * Disconnects a wallet on our side. An installed one is not asked, and keeps what it was allowed; WalletConnect's session
 * is held by this page as much as by the wallet, so it is ended.
 */
export function disconnectWallet({ info, provider }: AnnouncedWallet): void {
  forgetWallet()
  if (info.rdns !== WALLET_CONNECT_RDNS) return
  const revoke = { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }
  provider.request(revoke).catch(() => undefined)
}
