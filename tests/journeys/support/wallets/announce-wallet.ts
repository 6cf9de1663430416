import type { Page } from '@playwright/test'

interface AnnouncedWallet {
  account: string
  rpcUrl: string
  name: string
  /** Whether it accepts EIP-5792 batches, which it keeps in `taken-calls` until `sent-batch` has a transaction. */
  canBatch: boolean
}

/** Announces a connected wallet in every later page. It approves everything at once and signs no permits. */
export async function announceWallet(page: Page, wallet: AnnouncedWallet): Promise<void> {
  await page.addInitScript(announce, wallet)
}

/** Runs in the page, without access to this module. */
function announce({ account, rpcUrl, name, canBatch }: AnnouncedWallet): void {
  const words = name.toLowerCase().split(' ')
  const rdns = words.join('.')
  localStorage.setItem('aura-wallet', rdns)
  const node = async (method: string, params: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = await answer.json()
    if (error) throw error
    return result
  }
  type Params = [{ calls?: unknown }, string[]?]
  const batching: Record<string, (params?: Params) => unknown> = {
    wallet_getCapabilities: (params) => ({ [params?.[1]?.[0] ?? '']: { atomic: { status: 'supported' } } }),
    wallet_sendCalls(params) {
      localStorage.setItem('taken-calls', JSON.stringify(params?.[0].calls))
      return { id: 'batch-1' }
    },
    wallet_getCallsStatus() {
      const hash = localStorage.getItem('sent-batch')
      return hash ? { status: 200, receipts: [{ transactionHash: hash, status: '0x1' }] } : { status: 100 }
    },
  }
  const provider = {
    async request({ method, params }: { method: string; params?: Params }) {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account]
      const batch = canBatch ? batching[method] : undefined
      if (batch) return batch(params)
      if (method.startsWith('wallet_') || method === 'eth_signTypedData_v4') {
        throw { code: 4200, message: `${method} is not supported` }
      }
      if (method === 'eth_sendTransaction') await node('anvil_impersonateAccount', [account])
      return node(method, params)
    },
    on: () => undefined,
    removeListener: () => undefined,
  }
  const info = { uuid: words.join('-'), name, icon: '', rdns }
  const show = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  window.addEventListener('eip6963:requestProvider', show)
  show()
}
