import { steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import { type Hex, parseAbi } from 'viem'
import { decodeFunctionData, encodeErrorResult } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { buySteeze, HASH, PERMIT_SIGNATURE, STEEZE, TEN, tokenAnswer, USDC } from '../../dev/steeze-purchase.ts'
import type { PaymentStep } from './pay-usdc.ts'

const ADA: Hex = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BO: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CHAIN = 8453

/** Answers of a wallet that sends several calls as one. */
const ATOMIC = { wallet_getCapabilities: { '0x2105': { atomic: { status: 'supported' } } } }

const refusal = (code: number, message = 'no') => Object.assign(new Error(message), { code })

interface World {
  balance: bigint
  allowance: bigint
  account: Hex | null
  chainId: number
  ether: bigint
  revert: unknown
  wallet: Record<string, unknown>
  status: Hex
}

function wallet(overrides: Partial<World> = {}) {
  const world: World = {
    balance: TEN,
    allowance: 0n,
    account: ADA,
    chainId: CHAIN,
    ether: 10n ** 18n,
    revert: null,
    wallet: {},
    status: '0x1',
    ...overrides,
  }
  const asked: string[] = []
  const sent: { to: string; data: Hex }[] = []
  const call = ({ to, data }: { to: string; data: Hex }): Hex => {
    if (to !== USDC) {
      if (world.revert) throw world.revert
      return '0x'
    }
    return tokenAnswer(data, world)
  }
  const node: Record<string, (params: never) => unknown> = {
    eth_accounts: () => (world.account ? [world.account] : []),
    eth_chainId: () => `0x${world.chainId.toString(16)}`,
    eth_call: ([tx]: [{ to: string; data: Hex }]) => call(tx),
    eth_estimateGas: () => '0x10000',
    eth_gasPrice: () => '0x3b9aca00',
    eth_getBalance: () => `0x${world.ether.toString(16)}`,
    eth_getTransactionReceipt: ([hash]: [Hex]) => ({ transactionHash: hash, blockNumber: '0x5', status: world.status }),
    eth_signTypedData_v4: () => PERMIT_SIGNATURE,
    eth_sendTransaction: ([tx]: [{ to: string; data: Hex }]) => {
      sent.push(tx)
      if (tx.to === USDC) world.allowance = TEN
      return HASH
    },
    wallet_getCapabilities: () => {
      throw refusal(-32601)
    },
  }
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      asked.push(method)
      if (method in world.wallet) {
        const answer = world.wallet[method]
        if (answer instanceof Error) throw answer
        return typeof answer === 'function' ? answer(params) : answer
      }
      return node[method]?.(params as never)
    },
  }
  return { world, asked, sent, provider, call }
}

function pay({ provider }: ReturnType<typeof wallet>, signal = new AbortController().signal) {
  const steps: PaymentStep[] = []
  const permits: { v: number; deadline: bigint }[] = []
  const batches: string[] = []
  const hash = buySteeze(
    { provider, address: ADA, chainId: CHAIN },
    {
      onStep: (step) => steps.push(step),
      signal,
      onPermit: (permit) => permits.push(permit),
      onBatch: (id) => batches.push(id),
    },
  )
  return { hash, steps, permits, batches }
}

const called = ({ data }: { data: Hex }) =>
  decodeFunctionData({ abi: [...steezeStackAbi, ...usdcAbi], data }).functionName

describe('paying USDC to a contract', () => {
  it('signs an approval and sends one transaction [frame.wallet-call-send]', async () => {
    const w = wallet()
    const { hash, steps, permits } = pay(w)
    expect(await hash).toBe(HASH)
    expect(steps).toEqual(['checking', 'sign-permit', 'confirm'])
    expect(w.sent.map(called)).toEqual(['buySteezeWithPermit'])
    expect(permits).toEqual([{ v: 27, deadline: 2_200n }])
  })

  it('asks the token for its name, and allows exactly the amount', async () => {
    let typedData: { domain: unknown; message: unknown } | undefined
    const w = wallet({
      wallet: {
        eth_signTypedData_v4: ([, json]: [string, string]) => {
          typedData = JSON.parse(json)
          return PERMIT_SIGNATURE
        },
      },
    })
    await pay(w).hash
    expect(typedData?.domain).toEqual({ name: 'USD Coin', version: '2', chainId: CHAIN, verifyingContract: USDC })
    expect(typedData?.message).toEqual({ owner: ADA, spender: STEEZE, value: '10000000', nonce: '7', deadline: '2200' })
  })

  it('asks for nothing more where the contract may take it already', async () => {
    const w = wallet({ allowance: TEN })
    const { hash, steps } = pay(w)
    await hash
    expect(steps).toEqual(['checking', 'confirm'])
    expect(w.sent.map(called)).toEqual(['buySteeze'])
  })

  it.each([
    ['does not sign typed data', refusal(-32601)],
    ['is a contract', `0x${'11'.repeat(97)}`],
  ])('approves by a transaction when the wallet %s', async (_, answer) => {
    const w = wallet({ wallet: { eth_signTypedData_v4: answer } })
    const { hash, steps } = pay(w)
    await hash
    expect(steps).toEqual(['checking', 'sign-permit', 'approve', 'approving', 'confirm'])
    expect(w.sent.map(called)).toEqual(['approve', 'buySteeze'])
  })

  const reverts = (data?: Hex) => Object.assign(new Error('execution reverted'), { code: 3, data })
  it.each<[string, unknown]>([
    ['with its own error', reverts('0x13be252b')],
    [
      'in words',
      reverts(
        encodeErrorResult({
          abi: parseAbi(['error Error(string)']),
          args: ['ERC20: transfer amount exceeds allowance'],
        }),
      ),
    ],
    [
      'passed on by the contract',
      reverts(encodeErrorResult({ abi: steezeStackAbi, errorName: 'SafeERC20FailedOperation', args: [USDC] })),
    ],
    ['for no reason that the wallet passes on', reverts()],
    ['and its account’s code uses up the gas', refusal(-32_000, 'out of gas')],
  ])(
    'approves and calls where the token refuses the permit %s, and asks for no second permit [frame.permit-refused]',
    async (_, revert) => {
      const w = wallet()
      // Only an approval cures it.
      w.world.wallet.eth_estimateGas = () => '0x10000'
      w.world.wallet.eth_call = ([tx]: [{ to: string; data: Hex }]) => {
        if (tx.to !== USDC && w.world.allowance < TEN) throw revert
        return tx.to === USDC ? w.call(tx) : '0x'
      }
      const first = pay(w)
      expect(await first.hash).toBe(HASH)
      expect(first.steps).toEqual(['checking', 'sign-permit', 'approve', 'approving', 'confirm'])
      expect(w.sent.map(called)).toEqual(['approve', 'buySteeze'])
      w.world.allowance = 0n
      const second = pay(w)
      await second.hash
      expect(second.steps).toEqual(['checking', 'approve', 'approving', 'confirm'])
    },
  )

  it('sends both as one where the wallet says that it is atomic', async () => {
    const calls: unknown[] = []
    const w = wallet({
      wallet: {
        ...ATOMIC,
        wallet_sendCalls: ([batch]: [{ calls: { data: Hex }[]; atomicRequired: boolean }]) => {
          calls.push(batch.atomicRequired, ...batch.calls.map(called))
          return { id: '0x1' }
        },
        wallet_getCallsStatus: { status: 200, receipts: [{ transactionHash: HASH, status: '0x1' }] },
      },
    })
    const { hash, steps, batches } = pay(w)
    expect(await hash).toBe(HASH)
    expect(steps).toEqual(['checking', 'confirm', 'taken'])
    expect(calls).toEqual([true, 'approve', 'buySteeze'])
    expect(batches).toEqual(['0x1'])
    expect(w.sent).toEqual([])
  })

  it('has told the batch when the person leaves while the wallet is at it', async () => {
    const leaving = new AbortController()
    const w = wallet({
      wallet: {
        ...ATOMIC,
        wallet_sendCalls: { id: '0x1' },
        wallet_getCallsStatus: () => {
          leaving.abort()
          return { status: 100 }
        },
      },
    })
    const { hash, batches } = pay(w, leaving.signal)
    await expect(hash).rejects.toMatchObject({ name: 'AbortError' })
    expect(batches).toEqual(['0x1'])
  })

  it('does not take a batch that is not atomic', async () => {
    const w = wallet({ wallet: { wallet_getCapabilities: { '0x2105': { atomic: { status: 'unsupported' } } } } })
    await pay(w).hash
    expect(w.asked).not.toContain('wallet_sendCalls')
  })

  it('says that a batch failed', async () => {
    const w = wallet({
      wallet: { ...ATOMIC, wallet_sendCalls: { id: '0x1' }, wallet_getCallsStatus: { status: 500 } },
    })
    await expect(pay(w).hash).rejects.toMatchObject({ reason: 'REVERTED' })
  })

  it.each([
    ['a locked wallet', refusal(4100)],
    ['an error inside it', refusal(-32603, 'Internal error')],
    ['a missing hash', { status: 200, receipts: [] }],
  ])('keeps asking for a batch the wallet accepted: %s [frame.unheard-payment]', async (_, first) => {
    const statuses = [first, { status: 200, receipts: [{ transactionHash: HASH, status: '0x1' }] }]
    const w = wallet({
      wallet: {
        ...ATOMIC,
        wallet_sendCalls: { id: '0x1' },
        wallet_getCallsStatus: () => {
          const status = statuses.shift()
          if (status instanceof Error) throw status
          return status
        },
      },
    })
    expect(await pay(w).hash).toBe(HASH)
  })

  it('says that it may have paid where the wallet never tells what became of the batch [frame.unheard-payment]', async () => {
    const w = wallet({
      wallet: { ...ATOMIC, wallet_sendCalls: { id: '0x1' }, wallet_getCallsStatus: refusal(4100) },
    })
    await expect(pay(w).hash).rejects.toMatchObject({ reason: 'UNHEARD' })
  })
})

describe('a payment is refused before it is sent', () => {
  const paused = Object.assign(new Error('execution reverted'), {
    code: 3,
    data: encodeErrorResult({ abi: steezeStackAbi, errorName: 'EnforcedPause' }),
  })
  it.each<[string, Partial<World>, object]>([
    ['too little USDC', { balance: TEN - 1n }, { reason: 'NOT_ENOUGH_USDC' }],
    ['no ether for the fee', { ether: 1n }, { reason: 'NOT_ENOUGH_GAS' }],
    ['a locked wallet', { account: null }, { reason: 'LOCKED' }],
    ['another account', { account: BO }, { reason: 'WRONG_ACCOUNT' }],
    ['another network', { chainId: 1 }, { reason: 'WRONG_NETWORK' }],
    ['a paused contract', { revert: paused }, { reason: 'REVERTED', explanation: null, cause: paused }],
    ['a refused signature', { wallet: { eth_signTypedData_v4: refusal(4001) } }, { reason: 'REJECTED' }],
    ['a node that is away', { wallet: { eth_call: refusal(-32603, 'Failed to fetch') } }, { reason: 'UNREACHABLE' }],
    [
      'a request that waits already',
      { wallet: { eth_signTypedData_v4: refusal(-32002) } },
      { reason: 'PENDING_REQUEST' },
    ],
  ])('is explained: %s', async (_, world, failure) => {
    const w = wallet(world)
    await expect(pay(w).hash).rejects.toMatchObject(failure)
    expect(w.sent).toEqual([])
  })

  it.each<[string, Partial<World['wallet']>]>([
    ['a transaction', { eth_sendTransaction: null }],
    [
      'a batch',
      {
        ...ATOMIC,
        wallet_sendCalls: { id: '1' },
        wallet_getCallsStatus: { status: 200, receipts: [] },
      },
    ],
  ])('says so when the wallet does not say what it sent: %s [steeze.text-hash-missing]', async (_, answers) => {
    await expect(pay(wallet({ wallet: answers })).hash).rejects.toMatchObject({
      reason: 'UNHEARD',
      message: 'Transaction hash is missing',
    })
  })

  it.each<[string, Partial<World['wallet']>]>([
    ['a fetch that failed', { eth_sendTransaction: refusal(-32603, 'Failed to fetch') }],
    ['a lost connection', { eth_sendTransaction: refusal(4900) }],
    ['a batch', { ...ATOMIC, wallet_sendCalls: refusal(-32603, 'The request timed out.') }],
  ])('knows that it may have been sent all the same: %s [frame.unheard-payment]', async (_, answers) => {
    const { hash, batches } = pay(wallet({ wallet: answers }))
    await expect(hash).rejects.toMatchObject({ reason: 'UNHEARD' })
    expect(batches).toEqual([])
  })

  it('notices that the account was switched while the wallet was asking', async () => {
    const w = wallet()
    w.world.wallet.eth_signTypedData_v4 = () => {
      w.world.account = BO
      return PERMIT_SIGNATURE
    }
    await expect(pay(w).hash).rejects.toMatchObject({ reason: 'WRONG_ACCOUNT' })
    expect(w.sent).toEqual([])
  })

  it('ends when the person leaves before anything is sent', async () => {
    const leaving = new AbortController()
    const w = wallet()
    w.world.wallet.eth_signTypedData_v4 = () => {
      leaving.abort()
      return PERMIT_SIGNATURE
    }
    await expect(pay(w, leaving.signal).hash).rejects.toMatchObject({ name: 'AbortError' })
    expect(w.sent).toEqual([])
  })

  it('does not pay when the approval failed on the network', async () => {
    const w = wallet({ status: '0x0', wallet: { eth_signTypedData_v4: refusal(4200) } })
    await expect(pay(w).hash).rejects.toMatchObject({ reason: 'REVERTED' })
    expect(w.sent.map(called)).toEqual(['approve'])
  })
})
