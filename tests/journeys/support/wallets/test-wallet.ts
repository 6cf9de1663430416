import type { Page } from '@playwright/test'

export interface TestWallet {
  /** Response to account requests; `wait` leaves them open. */
  connects: 'yes' | 'wait' | { code: number; message?: string }
  accounts: string[]
  switchTo(...accounts: string[]): void
  asked: string[]
}

type WithWallet = typeof globalThis & { testWallet: TestWallet }

export const ADA = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const BO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Installs the wallet in every later page. It refuses to sign. */
export async function installWallet(page: Page, connects: TestWallet['connects'] = 'yes'): Promise<void> {
  await page.addInitScript(announce, { connects, account: ADA })
}

export const withWallet = <T, A>(page: Page, act: (wallet: TestWallet, argument: A) => T, argument: A): Promise<T> =>
  page.evaluate(`(${act})(window.testWallet, ${JSON.stringify(argument)})`) as Promise<T>

function announce({ connects, account }: { connects: TestWallet['connects']; account: string }): void {
  const listeners = new Set<(accounts: string[]) => void>()
  const wallet: TestWallet = {
    connects,
    accounts: [account],
    asked: [],
    switchTo(...accounts) {
      wallet.accounts = accounts
      for (const listener of listeners) listener(accounts)
    },
  }
  ;(window as unknown as WithWallet).testWallet = wallet
  const provider = {
    async request({ method }: { method: string }) {
      wallet.asked.push(method)
      if (method === 'eth_accounts') return wallet.accounts
      if (method === 'personal_sign') throw { code: 4001, message: 'User rejected the request.' }
      if (wallet.connects === 'wait') await new Promise(() => undefined)
      if (typeof wallet.connects === 'object') throw wallet.connects
      return wallet.accounts
    },
    on: (_: string, listener: (accounts: string[]) => void) => listeners.add(listener),
    removeListener: (_: string, listener: (accounts: string[]) => void) => listeners.delete(listener),
  }
  const info = { uuid: 'test-wallet', name: 'Test Wallet', icon: '', rdns: 'test.wallet' }
  const show = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  window.addEventListener('eip6963:requestProvider', show)
  show()
}
