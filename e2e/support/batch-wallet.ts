import type { Page } from '@playwright/test'

/** A wallet that sends several calls as one (EIP-5792), when it is told to; the node sends in its account's name. */
export interface BatchWallet {
  /** The calls it took, and has not sent. */
  taken(): Promise<{ to: string; data: string }[]>
  /** Sends them, and says so from then on. */
  send(): Promise<void>
}

/** Puts it into every page opened from now on, connected. What it took outlives the page, as an extension's memory does. */
export async function installBatchWallet(page: Page, account: string, rpcUrl: string): Promise<BatchWallet> {
  await page.addInitScript(announce, { account, rpcUrl })
  const rpc = async (method: string, params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = (await answer.json()) as { result: string; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  }
  const taken = () => page.evaluate(() => JSON.parse(localStorage.getItem('taken-calls') ?? '[]'))
  return {
    taken,
    async send() {
      await rpc('anvil_impersonateAccount', [account])
      let hash = ''
      for (const call of await taken()) hash = await rpc('eth_sendTransaction', [{ from: account, ...call }])
      await page.evaluate((sent) => localStorage.setItem('sent-batch', sent), hash)
    },
  }
}

/** Runs in the page. */
function announce({ account, rpcUrl }: { account: string; rpcUrl: string }): void {
  localStorage.setItem('aura-wallet', 'batch.wallet')
  const node = async (method: string, params: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = await answer.json()
    if (error) throw error
    return result
  }
  const provider = {
    async request({ method, params }: { method: string; params?: [{ calls?: unknown; chainId?: string }, string[]?] }) {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account]
      if (method === 'wallet_getCapabilities') return { [params?.[1]?.[0] ?? '']: { atomic: { status: 'supported' } } }
      if (method === 'wallet_sendCalls') {
        localStorage.setItem('taken-calls', JSON.stringify(params?.[0].calls))
        return { id: 'batch-1' }
      }
      if (method === 'wallet_getCallsStatus') {
        const hash = localStorage.getItem('sent-batch')
        return hash ? { status: 200, receipts: [{ transactionHash: hash, status: '0x1' }] } : { status: 100 }
      }
      return node(method, params)
    },
    on: () => undefined,
    removeListener: () => undefined,
  }
  const info = { uuid: 'batch-wallet', name: 'Batch Wallet', icon: '', rdns: 'batch.wallet' }
  const show = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  window.addEventListener('eip6963:requestProvider', show)
  show()
}
