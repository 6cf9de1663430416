import type { Page } from '@playwright/test'
import { announceWallet } from './announce-wallet.ts'

/** An EIP-5792 wallet that sends batches on demand; the node sends in the account's name. */
export interface BatchWallet {
  taken(): Promise<{ to: string; data: string }[]>
  send(): Promise<void>
}

/** Installs a connected wallet in every later page. Its batches survive reloads, as in an extension. */
export async function installBatchWallet(page: Page, account: string, rpcUrl: string): Promise<BatchWallet> {
  await announceWallet(page, { account, rpcUrl, name: 'Batch Wallet', canBatch: true })
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
