import { WALLET_CONNECT_RDNS } from './discovery.ts'
import type { AnnouncedWallet } from './provider.ts'
import { forgetWallet } from './remembered.ts'

/**
 * Disconnects a wallet on our side. An installed wallet is not contacted and keeps its permissions; a WalletConnect
 * session is shared with this page, so it is ended.
 */
export function disconnectWallet({ info, provider }: AnnouncedWallet): void {
  forgetWallet()
  if (info.rdns !== WALLET_CONNECT_RDNS) return
  const revoke = { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }
  provider.request(revoke).catch(() => undefined)
}
