import { verifyMessage, verifyTypedData } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'
import { createDemoWallet, type DemoWalletPrompts } from './provider.ts'
import { signTypedWith, signWith } from './sign.ts'
import { transactionWords, typedDataWords } from './transaction-words.ts'

const [ADA, BO] = DEMO_ACCOUNTS as [DemoAccount, DemoAccount]

const PERMIT = {
  primaryType: 'Permit',
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
} as const
const MESSAGE = { owner: BO.address, spender: ADA.address, value: 5_000_000n, nonce: 0n, deadline: 1_800_000_000n }
/** Typed data as pages send it: with the domain's type, and numbers as text. */
const permit = (chainId: number) => ({
  ...PERMIT,
  types: { ...PERMIT.types, EIP712Domain: [{ name: 'name', type: 'string' }] },
  domain: { name: 'USD Coin', version: '2', chainId, verifyingContract: ADA.address },
  message: { ...MESSAGE, value: '5000000', nonce: '0', deadline: '1800000000' },
})

function setUp(
  prompts: Partial<DemoWalletPrompts> = {},
  stored = { connected: false, account: null as string | null },
) {
  const wallet = createDemoWallet({
    chainId: 31337,
    memory: { read: () => stored, write: (next) => Object.assign(stored, next) },
    prompts: {
      chooseAccount: async () => BO,
      confirmSignature: async () => true,
      confirmTransaction: async () => true,
      ...prompts,
    },
    work: {
      sign: signWith,
      signTyped: signTypedWith,
      typedWords: async (data) => typedDataWords(data),
      transactionWords: async (transaction) => transactionWords(transaction, []),
      send: async ({ name }, { to }) => `sent by ${name} to ${to}`,
    },
    ask: async (method) => `the node's answer to ${method}`,
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

  it('knows only its chain and refuses unsupported methods', async () => {
    const { ask } = setUp()
    expect(await ask('eth_chainId')).toBe('0x7a69')
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toBeNull()
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x2105' }])).rejects.toMatchObject({ code: 4902 })
    expect(await ask('wallet_addEthereumChain', [{ chainId: '0x7a69' }])).toBeNull()
    await expect(ask('wallet_addEthereumChain', [{ chainId: '0x2105' }])).rejects.toMatchObject({ code: -32602 })
    await expect(ask('wallet_sendCalls', [{}])).rejects.toMatchObject({ code: 4200 })
  })

  it('forwards read-only requests to the node and none that would use a key', async () => {
    const { ask } = setUp()
    expect(await ask('eth_getBalance', [ADA.address])).toBe("the node's answer to eth_getBalance")
    expect(await ask('web3_clientVersion')).toBe("the node's answer to web3_clientVersion")
    for (const method of ['eth_sign', 'eth_signTransaction', 'anvil_setBalance', 'evm_mine', 'debug_traceCall']) {
      await expect(ask(method, [])).rejects.toMatchObject({ code: 4200 })
    }
  })

  it('explains a transaction and sends it once the connected account agrees', async () => {
    const shown = vi.fn(async (_account: DemoAccount, _words: readonly string[]) => true)
    const { ask } = setUp({ confirmTransaction: shown })
    const transaction = { from: BO.address, to: ADA.address, value: '0xde0b6b3a7640000' }
    await expect(ask('eth_sendTransaction', [transaction])).rejects.toMatchObject({ code: 4100 })
    await ask('eth_requestAccounts')
    expect(await ask('eth_sendTransaction', [transaction])).toBe(`sent by Bo to ${ADA.address}`)
    expect(shown).toHaveBeenCalledWith(BO, ['Send 1 ETH to 0xf39F...2266.'])
    await expect(ask('eth_sendTransaction', [{ ...transaction, from: ADA.address }])).rejects.toMatchObject({
      code: 4100,
    })
    await expect(ask('eth_sendTransaction', [])).rejects.toMatchObject({ code: -32602 })
    const refusing = setUp({ confirmTransaction: async () => false })
    await refusing.ask('eth_requestAccounts')
    await expect(refusing.ask('eth_sendTransaction', [transaction])).rejects.toMatchObject({ code: 4001 })
  })

  it('signs data so that it verifies, for its own chain only', async () => {
    const shown = vi.fn(async (_account: DemoAccount, _text: string) => true)
    const { ask } = setUp({ confirmSignature: shown })
    await ask('eth_requestAccounts')
    const data = permit(31_337)
    const signature = (await ask('eth_signTypedData_v4', [BO.address, JSON.stringify(data)])) as `0x${string}`
    expect(
      await verifyTypedData({ address: BO.address, ...PERMIT, domain: data.domain, message: MESSAGE, signature }),
    ).toBe(true)
    expect(shown.mock.calls[0]?.[1]).toMatch(/^Allow 0xf39F...2266 to spend up to 5 USDC, until /)
    await expect(ask('eth_signTypedData_v4', [BO.address, permit(8_453)])).rejects.toMatchObject({ code: -32602 })
    await expect(ask('eth_signTypedData_v4', [BO.address, 'not json'])).rejects.toMatchObject({ code: -32602 })
    await expect(ask('eth_signTypedData_v4', [ADA.address, data])).rejects.toMatchObject({ code: 4100 })
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
