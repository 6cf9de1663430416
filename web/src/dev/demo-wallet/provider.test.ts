import { verifyMessage } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'
import { createDemoWallet, type DemoWalletPrompts } from './provider.ts'
import { signWith } from './sign.ts'

const [ADA, BO] = DEMO_ACCOUNTS as [DemoAccount, DemoAccount]

function setUp(
  prompts: Partial<DemoWalletPrompts> = {},
  stored = { connected: false, account: null as string | null },
) {
  const wallet = createDemoWallet({
    chainId: 31337,
    memory: { read: () => stored, write: (next) => Object.assign(stored, next) },
    prompts: { chooseAccount: async () => BO, confirmSignature: async () => true, ...prompts },
    sign: signWith,
  })
  const accountsChanged = vi.fn()
  wallet.on('accountsChanged', accountsChanged)
  return {
    wallet,
    stored,
    accountsChanged,
    ask: (method: string, params?: unknown) => wallet.request({ method, params }),
  }
}

describe('the demo wallet', () => {
  it('gives no account until it is connected, and remembers the one chosen', async () => {
    const { ask, stored, accountsChanged } = setUp()
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('eth_requestAccounts')).toEqual([BO.address])
    expect(await ask('eth_accounts')).toEqual([BO.address])
    expect(accountsChanged).toHaveBeenCalledWith([BO.address])
    const later = setUp({ chooseAccount: async () => null }, stored)
    expect(await later.ask('eth_requestAccounts')).toEqual([BO.address])
  })

  it('rejects with 4001 when the person refuses', async () => {
    const { ask } = setUp({ chooseAccount: async () => null })
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
    const signing = setUp({ confirmSignature: async () => false })
    await signing.ask('eth_requestAccounts')
    await expect(signing.ask('personal_sign', ['0x4869', BO.address])).rejects.toMatchObject({ code: 4001 })
  })

  it('shows the text and signs its bytes so that they verify', async () => {
    const shown = vi.fn(async (_account: DemoAccount, _text: string) => true)
    const { ask } = setUp({ confirmSignature: shown })
    await ask('eth_requestAccounts')
    const signature = (await ask('personal_sign', ['0x4869c3a9', BO.address])) as `0x${string}`
    expect(shown.mock.calls[0]?.slice(0, 2)).toEqual([BO, 'Hié'])
    expect(await verifyMessage({ address: BO.address, message: 'Hié', signature })).toBe(true)
  })

  it('signs for the connected account only', async () => {
    const { ask } = setUp()
    await expect(ask('personal_sign', ['0x4869', BO.address])).rejects.toMatchObject({ code: 4100 })
    await ask('eth_requestAccounts')
    await expect(ask('personal_sign', ['0x4869', ADA.address])).rejects.toMatchObject({ code: 4100 })
  })

  it('announces a switch of accounts made while it was asked to sign', async () => {
    const { ask, accountsChanged } = setUp({
      confirmSignature: async (_account, _text, onSwitch) => {
        onSwitch(ADA)
        return false
      },
    })
    await ask('eth_requestAccounts')
    await expect(ask('personal_sign', ['0x4869', BO.address])).rejects.toMatchObject({ code: 4001 })
    expect(accountsChanged).toHaveBeenLastCalledWith([ADA.address])
  })

  it('asks again on wallet_requestPermissions, and forgets on wallet_revokePermissions', async () => {
    const chooseAccount = vi.fn(async () => ADA)
    const { ask, accountsChanged } = setUp({ chooseAccount }, { connected: true, account: BO.address })
    expect(await ask('wallet_requestPermissions', [{ eth_accounts: {} }])).toMatchObject([
      { parentCapability: 'eth_accounts' },
    ])
    expect(await ask('eth_accounts')).toEqual([ADA.address])
    await ask('wallet_revokePermissions', [{ eth_accounts: {} }])
    expect(await ask('eth_accounts')).toEqual([])
    expect(accountsChanged).toHaveBeenLastCalledWith([])
  })

  it('knows its one chain, and refuses what it can’t do', async () => {
    const { ask } = setUp()
    expect(await ask('eth_chainId')).toBe('0x7a69')
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toBeNull()
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x2105' }])).rejects.toMatchObject({ code: 4902 })
    await expect(ask('eth_sendTransaction', [{}])).rejects.toMatchObject({ code: 4200 })
  })
})

describe('the published accounts', () => {
  it('have the addresses of their keys', async () => {
    for (const account of DEMO_ACCOUNTS) {
      const signature = (await signWith(account, '0x4869')) as `0x${string}`
      expect(await verifyMessage({ address: account.address, message: 'Hi', signature })).toBe(true)
    }
  })
})
