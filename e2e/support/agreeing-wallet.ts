import type { Page } from '@playwright/test'

/**
 * Puts a connected wallet into every page opened from now on that agrees to everything at once, as one with automatic
 * approvals does: nothing but the page itself keeps a second press from sending a second transaction. It signs no
 * permits, so a payment is an approval and a transaction.
 */
export async function installAgreeingWallet(page: Page, account: string, rpcUrl: string): Promise<void> {
  await page.addInitScript(announce, { account, rpcUrl })
}

/** Runs in the page. */
function announce({ account, rpcUrl }: { account: string; rpcUrl: string }): void {
  localStorage.setItem('aura-wallet', 'agreeing.wallet')
  const node = async (method: string, params: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = await answer.json()
    if (error) throw error
    return result
  }
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account]
      if (method.startsWith('wallet_') || method === 'eth_signTypedData_v4') {
        throw { code: 4200, message: `${method} is not supported` }
      }
      if (method === 'eth_sendTransaction') await node('anvil_impersonateAccount', [account])
      return node(method, params)
    },
    on: () => undefined,
    removeListener: () => undefined,
  }
  const info = { uuid: 'agreeing-wallet', name: 'Agreeing Wallet', icon: '', rdns: 'agreeing.wallet' }
  const show = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  window.addEventListener('eip6963:requestProvider', show)
  show()
}
