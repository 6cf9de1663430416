import type { Body } from '@aura/api/calls'
import { usdcAbi } from '@aura/contracts/abi'
import { encodeFunctionData } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { buy, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { CallReverted, GasUnaffordable } from '../../platform/chain/chain.ts'

const USDC = '0xAaAaAaaaAaAaaaAaAaAAAAAAAAaaaAaAaAaaAaAa'
const STEEZE = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC'
const SOMETHING_ELSE = `0x${'d'.repeat(40)}`

const test = openForEach(testApp)
let ada: Actor
beforeEach(async () => {
  ada = await withUsdc(test, 12.5)
})

const read = (actor: Actor, body: unknown) => actor.send<unknown>('POST', '/api/chain/read', body)
const balanceOf = (account: string) =>
  encodeFunctionData({ abi: usdcAbi, functionName: 'balanceOf', args: [account as `0x${string}`] })
const simulated = (from: string, to: string = STEEZE): Body<'POST /api/chain/read'> => ({
  method: 'eth_call',
  params: [{ from, to, data: '0x12345678' }, 'latest'],
})
const gasOf = (from: string, to: string = STEEZE): Body<'POST /api/chain/read'> => ({
  method: 'eth_estimateGas',
  params: [{ from, to, data: '0x12345678' }],
})
const etherOf = (address: string): Body<'POST /api/chain/read'> => ({
  method: 'eth_getBalance',
  params: [address, 'latest'],
})

describe('reading the chain through the server', () => {
  it('answers what a payment asks', async () => {
    const { address } = ada.wallet
    const usdc = { to: USDC, data: balanceOf(address) }
    expect(await read(ada, { method: 'eth_call', params: [usdc, 'latest'] })).toMatchObject({
      status: 200,
      body: { result: `0x${(12_500_000).toString(16).padStart(64, '0')}` },
    })
    expect((await read(ada, simulated(address))).body).toEqual({ result: '0x' })
    expect((await read(ada, gasOf(address.toLowerCase()))).body).toEqual({ result: '0x186a0' })
    expect((await read(ada, { method: 'eth_gasPrice', params: [] })).body).toEqual({ result: '0x3b9aca00' })
    expect((await read(ada, etherOf(address))).body).toEqual({ result: '0xde0b6b3a7640000' })
  })

  it('finds a transaction once it is in a block', async () => {
    const receiptOf = async (hash: string) =>
      (await read(ada, { method: 'eth_getTransactionReceipt', params: [hash] })).body
    const hash = buy(test, ada, 1)
    const { number } = await test.ctx.chain.latest()
    expect(await receiptOf(hash)).toEqual({
      result: { transactionHash: hash, blockNumber: `0x${number.toString(16)}`, status: '0x1' },
    })
    expect(await receiptOf(buy(test, ada, 1_000))).toMatchObject({ result: { status: '0x0' } })
    expect(await receiptOf(`0x${'0'.repeat(64)}`)).toEqual({ result: null })
  })

  it('reports what a contract refuses, with its error, and no words of the node', async () => {
    test.ctx.chain.simulationError = new CallReverted('a node may say anything', '0xd93c0665')
    const reverted = { status: 200, body: { refused: 'execution reverted', data: '0xd93c0665' } }
    expect(await read(ada, simulated(ada.wallet.address))).toMatchObject(reverted)
    expect(await read(ada, gasOf(ada.wallet.address))).toMatchObject(reverted)
    test.ctx.chain.simulationError = new GasUnaffordable('insufficient funds for gas')
    expect((await read(ada, gasOf(ada.wallet.address))).body).toEqual({ refused: 'insufficient funds', data: null })
    test.ctx.chain.simulationError = new CallReverted('reverted', `0x${'00'.repeat(5_000)}`)
    expect((await read(ada, gasOf(ada.wallet.address))).body).toEqual({ refused: 'execution reverted', data: null })
  })

  it('reads no other contract, and as no other wallet', async () => {
    const { address } = ada.wallet
    const other = (await newcomer(test)).wallet.address
    for (const asked of [
      simulated(address, SOMETHING_ELSE),
      gasOf(address, SOMETHING_ELSE),
      { method: 'eth_call', params: [{ to: SOMETHING_ELSE, data: balanceOf(address) }, 'latest'] },
      simulated(other),
      gasOf(other),
      etherOf(other),
    ]) {
      expect(await read(ada, asked), JSON.stringify(asked)).toMatchObject(refusal(403, 'FORBIDDEN'))
    }
  })

  it('takes no other method, block, value or lengthy call', async () => {
    const { address } = ada.wallet
    const call = { from: address, to: STEEZE, data: '0x12345678' }
    for (const asked of [
      { method: 'eth_getLogs', params: [{}] },
      { method: 'eth_sendRawTransaction', params: ['0x00'] },
      { method: 'eth_call', params: [call, '0x1'] },
      { method: 'eth_call', params: [call, 'latest', { [STEEZE]: { balance: '0x1' } }] },
      { method: 'eth_call', params: [{ ...call, data: `0x${'00'.repeat(2_049)}` }, 'latest'] },
      { method: 'eth_estimateGas', params: [{ to: STEEZE, data: '0x12345678' }] },
    ]) {
      expect(await read(ada, asked), JSON.stringify(asked)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    }
  })

  it('says that the network is away, and never takes that for a refusal', async () => {
    test.ctx.chain.isReachable = false
    for (const asked of [simulated(ada.wallet.address), etherOf(ada.wallet.address)]) {
      expect(await read(ada, asked)).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
    }
    test.ctx.chain.isReachable = true
    test.ctx.chain.contracts = null
    expect(await read(ada, simulated(ada.wallet.address))).toMatchObject(refusal(503, 'CHAIN_UNAVAILABLE'))
  })
})
