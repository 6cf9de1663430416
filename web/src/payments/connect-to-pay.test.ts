import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConnectCancelled } from '#lib/wallet/provider-rpc-error'
import { toasts } from '#ui/feedback/toast'
import { connectToPay, goToNetwork, offerNetwork } from './connect-to-pay.ts'

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
  [{ code: 4001, message: 'User rejected the request.' }, 'You declined in your wallet'],
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

const REJECTED = { code: 4001, message: 'User rejected the request.' }
const UNKNOWN = { code: 4902, message: 'Unrecognized chain ID' }
const UNSUPPORTED = { code: -32601, message: 'Method not found' }

it.each([
  ['switches', { switching: null }, 'Network Switched'],
  ['does not know the network, and adds it', { switching: UNKNOWN, adding: null }, 'Network Added'],
  ['is told not to switch', { switching: REJECTED }, 'Network Switch Cancelled'],
  ['is told not to add it', { switching: UNKNOWN, adding: REJECTED }, 'Network Switch Cancelled'],
  ['can’t switch', { switching: UNSUPPORTED }, undefined],
  ['can’t add it', { switching: UNKNOWN, adding: UNSUPPORTED }, undefined],
])(
  'a wallet that signed in is offered the network, and stays signed in when it %s [frame.wallet-switch-after-sign-in]',
  async (_, answers: { switching: object | null; adding?: object | null }, title) => {
    const { wallet } = elsewhere()
    let at = 1
    wallet.provider.request = async ({ method }) => {
      if (method === 'eth_chainId') return `0x${at.toString(16)}`
      const refusal = method === 'wallet_addEthereumChain' ? answers.adding : answers.switching
      if (refusal) throw refusal
      at = BASE.id
      return null
    }
    const offered = offerNetwork(wallet.provider, BASE)
    await vi.advanceTimersByTimeAsync(1_000)
    await offered
    expect(toasts.current()?.title).toBe(title)
  },
)
