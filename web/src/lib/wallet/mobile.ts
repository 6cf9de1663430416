/** Phones and tablets, by what the browser says of itself. */
export const isMobile = (userAgent: string): boolean => /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent)

export type WalletApp = 'MetaMask' | 'Trust Wallet' | 'Coinbase Wallet'

/** Wallet apps that can open a page in their own browser, and the links that make them. */
export function walletApps(pageUrl: string): { name: WalletApp; url: string }[] {
  const bare = pageUrl.replace(/^https?:\/\//, '')
  const encoded = encodeURIComponent(pageUrl)
  return [
    { name: 'MetaMask', url: `https://metamask.app.link/dapp/${bare}` },
    { name: 'Trust Wallet', url: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}` },
    { name: 'Coinbase Wallet', url: `https://go.cb-w.com/dapp?cb_url=${encoded}` },
  ]
}
