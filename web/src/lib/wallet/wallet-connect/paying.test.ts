import type { Body } from '@aura/api/calls'
import { steezeStackAbi } from '@aura/contracts/abi'
import type { Hex } from 'viem'
import { encodeErrorResult } from 'viem/utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { explainRevert } from '#lib/chain/explain-revert'
import { sendCall } from '#lib/chain/send-call'
import { buySteeze, HASH, PERMIT_SIGNATURE, STEEZE, tokenAnswer, USDC } from '../../../dev/steeze-purchase.ts'
import { readThroughServer, withChainReads } from './chain-reads.ts'
import { ADA, allowing, BASE, session, setUp } from './provider-setup.ts'

type ChainRead = Body<'POST /api/chain/read'>

const PAUSED = encodeErrorResult({ abi: steezeStackAbi, errorName: 'EnforcedPause' })

afterEach(() => {
  vi.unstubAllGlobals()
})

function server(override: (read: ChainRead) => Response | undefined = () => undefined) {
  const asked: ChainRead['method'][] = []
  const resultOf = (read: ChainRead): unknown => {
    if (read.method === 'eth_getTransactionReceipt')
      return { transactionHash: read.params[0], blockNumber: '0x5', status: '0x1' }
    if (read.method === 'eth_getBalance') return '0xde0b6b3a7640000'
    if (read.method !== 'eth_call') return '0x10000'
    const { to, data } = read.params[0]
    return to === USDC ? tokenAnswer(data as Hex) : '0x'
  }
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    expect(url).toBe('/api/chain/read')
    const read = JSON.parse(String(body)) as ChainRead
    asked.push(read.method)
    return override(read) ?? Response.json({ result: resultOf(read) })
  })
  return asked
}

async function phone(methods?: string[]) {
  const { wallet, connected, state, asked } = setUp()
  state.answer = (method) => (method === 'eth_sendTransaction' ? HASH : PERMIT_SIGNATURE)
  await connected(session('one', allowing([`eip155:${BASE}:${ADA}`], methods)))
  const ready = { provider: withChainReads(wallet, readThroughServer), address: ADA as Hex, chainId: BASE }
  return { ready, asked: () => asked.map(([, , method]) => method) }
}

const pay = ({ ready }: Awaited<ReturnType<typeof phone>>) => buySteeze(ready)

const redeem = ({ ready }: Awaited<ReturnType<typeof phone>>) =>
  sendCall(ready, { to: STEEZE, data: '0x12345678' }, () => {})

describe('a wallet connected by WalletConnect', () => {
  it('pays with a signature and a transaction, and the server reads the chain [frame.wallet-connect-pays]', async () => {
    const reads = server()
    const wallet = await phone()
    expect(await pay(wallet)).toBe(HASH)
    expect(wallet.asked()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    expect(new Set(reads)).toEqual(new Set(['eth_call', 'eth_estimateGas', 'eth_gasPrice', 'eth_getBalance']))
  })

  it('pays with two transactions where it signs no typed data', async () => {
    const reads = server()
    const wallet = await phone(['personal_sign', 'eth_sendTransaction'])
    expect(await pay(wallet)).toBe(HASH)
    expect(wallet.asked()).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    expect(reads).toContain('eth_getTransactionReceipt')
  })

  it('is asked for nothing where the contract would refuse, whose error is named', async () => {
    server(({ method, params }) =>
      method === 'eth_call' && params[0].to === STEEZE
        ? Response.json({ refused: 'execution reverted', data: PAUSED })
        : undefined,
    )
    const wallet = await phone()
    const failure = await redeem(wallet).catch((error: unknown) => error)
    expect(failure).toMatchObject({ reason: 'REVERTED' })
    const reverts = { EnforcedPause: () => 'Paused.' }
    expect(explainRevert((failure as Error).cause, { abi: steezeStackAbi, reverts })).toBe('Paused.')
    expect(wallet.asked()).toEqual([])
  })

  const refusal = (status: number, code: string, message: string) => Response.json({ code, message }, { status })
  it.each<[string, () => Response, object]>([
    ['the network is away', () => refusal(503, 'CHAIN_UNAVAILABLE', 'away'), { reason: 'UNREACHABLE' }],
    ['the server is away', () => Response.error(), { reason: 'UNREACHABLE' }],
    [
      'it asked too often',
      () => refusal(429, 'RATE_LIMITED', 'Too many requests.'),
      { reason: 'FAILED', message: 'Too many requests.' },
    ],
    [
      'the fee is too high for it',
      () => Response.json({ refused: 'insufficient funds', data: null }),
      { reason: 'NOT_ENOUGH_GAS' },
    ],
  ])('is asked for nothing where %s', async (_, answer, failure) => {
    server(() => {
      const response = answer()
      if (response.type === 'error') throw new TypeError('Failed to fetch')
      return response
    })
    const wallet = await phone()
    await expect(pay(wallet)).rejects.toMatchObject(failure)
    await expect(redeem(wallet)).rejects.toMatchObject(failure)
    expect(wallet.asked()).toEqual([])
  })
})
