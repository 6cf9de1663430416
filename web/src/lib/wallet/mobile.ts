export const isMobile = (userAgent: string): boolean => /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent)

export type WalletApp = 'MetaMask' | 'Trust Wallet' | 'Coinbase Wallet'

export function walletApps(pageUrl: string): { name: WalletApp; url: string }[] {
  const bare = pageUrl.replace(/^https?:\/\//, '')
  const encoded = encodeURIComponent(pageUrl)
  return [
    { name: 'MetaMask', url: `https://metamask.app.link/dapp/${bare}` },
    { name: 'Trust Wallet', url: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}` },
    { name: 'Coinbase Wallet', url: `https://go.cb-w.com/dapp?cb_url=${encoded}` },
  ]
}
