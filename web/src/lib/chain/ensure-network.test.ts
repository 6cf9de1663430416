import { describe, expect, it } from 'vitest'
import { ensureNetwork, type Network } from './ensure-network.ts'

const BASE: Network = {
  id: 8453,
  name: 'Base Mainnet',
  rpcUrls: ['https://mainnet.base.org'],
  explorerUrl: 'https://basescan.org',
}
const refusal = (code: number, data?: unknown) => Object.assign(new Error('no'), { code, data })

function wallet({ knows = true, switching = null as unknown, adding = null as unknown, switchesOnAdd = true } = {}) {
  let at = 1
  let known = knows
  const asked: { method: string; params: unknown }[] = []
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      asked.push({ method, params })
      if (method === 'eth_chainId') return `0x${at.toString(16)}`
      if (method === 'wallet_switchEthereumChain') {
        if (switching) throw switching
        if (!known) throw refusal(4902)
        at = BASE.id
        return null
      }
      if (adding) throw adding
      known = true
      if (switchesOnAdd) at = BASE.id
      return null
    },
  }
  const methods = () => asked.map(({ method }) => method).filter((method) => method !== 'eth_chainId')
  return { provider, asked, methods }
}

describe('going to the right network', () => {
  it('asks nothing when the wallet is there [frame.wallet-call-chain-id] [frame.wallet-call-switch]', async () => {
    const w = wallet()
    await ensureNetwork(w.provider, BASE)
    expect(await ensureNetwork(w.provider, BASE)).toBe('none')
    expect(w.methods()).toEqual(['wallet_switchEthereumChain'])
    expect(w.asked.at(1)?.params).toEqual([{ chainId: '0x2105' }])
  })

  it('knows a no by its words where the code was lost on the way', async () => {
    const no = new Error('The user rejected the request.')
    await expect(ensureNetwork(wallet({ switching: no }).provider, BASE)).rejects.toMatchObject({
      reason: 'SWITCH_REJECTED',
    })
  })

  it('adds a network the wallet does not know (4902), with its currency [frame.wallet-switch-4902] [frame.wallet-call-add]', async () => {
    const w = wallet({ knows: false })
    expect(await ensureNetwork(w.provider, BASE)).toBe('added')
    const [added] = w.asked.filter(({ method }) => method === 'wallet_addEthereumChain').map(({ params }) => params)
    expect(added).toEqual([
      {
        chainId: '0x2105',
        chainName: 'Base Mainnet',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://mainnet.base.org'],
        blockExplorerUrls: ['https://basescan.org'],
      },
    ])
  })

  it('switches after adding where the wallet only adds', async () => {
    const w = wallet({ knows: false, switchesOnAdd: false })
    expect(await ensureNetwork(w.provider, BASE)).toBe('added')
    expect(w.methods()).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'wallet_switchEthereumChain'])
  })

  it('finds the code inside another error, as phones wrap it', async () => {
    const wrapped = refusal(-32603, { originalError: { code: 4902 } })
    const w = wallet({ switching: wrapped })
    await expect(ensureNetwork(w.provider, BASE)).resolves.toBe('added')
  })

  it.each([
    ['refused (4001)', { switching: refusal(4001) }, 'SWITCH_REJECTED'],
    ['failed', { switching: refusal(-32603) }, 'SWITCH_FAILED'],
    ['refused while adding', { knows: false, adding: refusal(4001) }, 'SWITCH_REJECTED'],
    ['failed while adding', { knows: false, adding: refusal(-32602) }, 'ADD_FAILED'],
  ])('tells when it was %s [frame.wallet-switch-other-error]', async (_, options, reason) => {
    await expect(ensureNetwork(wallet(options).provider, BASE)).rejects.toMatchObject({ reason })
  })

  it('does not believe a wallet that says yes and stays', async () => {
    const provider = { request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : null) }
    await expect(ensureNetwork(provider, BASE)).rejects.toMatchObject({ reason: 'WRONG_NETWORK' })
  })
})
