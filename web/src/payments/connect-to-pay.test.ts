import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConnectCancelled } from '#lib/wallet/provider-rpc-error'
import { toasts } from '#ui/feedback/toast'
import { connectToPay, goToNetwork } from './connect-to-pay.ts'

const BASE = { id: 8_453, name: 'Base Mainnet', rpcUrls: [], explorerUrl: null }
const FAILED = { title: 'Payment Failed', description: 'Failed to pay' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (let toast = toasts.current(); toast; toast = toasts.current()) toasts.dismiss(toast.id)
  vi.useRealTimers()
})

function elsewhere({ accounts = ['0xada'] }: { accounts?: string[] } = {}) {
  let at = 1
  const asked: string[] = []
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      asked.push(method === 'wallet_switchEthereumChain' ? `${method} ${JSON.stringify(params)}` : method)
      if (method === 'eth_chainId') return `0x${at.toString(16)}`
      if (method === 'wallet_switchEthereumChain') at = BASE.id
      return method === 'eth_requestAccounts' ? accounts : null
    },
  }
  return { asked, wallet: { info: { uuid: '1', name: 'Some Wallet', icon: '', rdns: 'some.wallet' }, provider } }
}

it('a wallet that was just connected is asked for the product’s network [frame.wallet-switch-after-connect]', async () => {
  const { asked, wallet } = elsewhere()
  const connecting = connectToPay(wallet, BASE, FAILED)
  await vi.runAllTimersAsync()
  await connecting
  expect(asked).toEqual([
    'eth_requestAccounts',
    'eth_chainId',
    'wallet_switchEthereumChain [{"chainId":"0x2105"}]',
    'eth_chainId',
  ])
})

it('one that gives no account is asked for nothing more', async () => {
  const { asked, wallet } = elsewhere({ accounts: [] })
  await connectToPay(wallet, BASE, FAILED)
  expect(asked).toEqual(['eth_requestAccounts'])
})

it.each([
  [new ConnectCancelled(), undefined],
  [{ code: 4001, message: 'User rejected the request.' }, 'Connection Failed'],
])('a person who closes our own window needs no message: %s', async (refusal, title) => {
  const { wallet } = elsewhere()
  wallet.provider.request = async () => {
    throw refusal
  }
  await connectToPay(wallet, BASE, FAILED)
  expect(toasts.current()?.title).toBe(title)
})

it('after a switch a second passes before the page goes on', async () => {
  const { wallet } = elsewhere()
  const isThere = vi.fn()
  void goToNetwork(wallet.provider, BASE, FAILED).then(isThere)
  await vi.advanceTimersByTimeAsync(999)
  expect(isThere).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(isThere).toHaveBeenCalledOnce()
  const again = vi.fn()
  void goToNetwork(wallet.provider, BASE, FAILED).then(again)
  await vi.advanceTimersByTimeAsync(0)
  expect(again).toHaveBeenCalledOnce()
})
