import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auraVouchAbi, usdcAbi } from '@aura/contracts/abi'
import { decodeErrorResult, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNTS, type DemoAccount } from '../../web/src/dev/demo-wallet/accounts.ts'
import { askNode } from '../../web/src/dev/demo-wallet/node.ts'
import { purseOf, send, topUp, untilDone } from '../../web/src/dev/demo-wallet/transactions.ts'
import { type LocalChain, startLocalChain } from './start-local-chain.ts'

const [ADA, BO] = DEMO_ACCOUNTS as [DemoAccount, DemoAccount]
const ONE_USDC = 1_000_000n

describe('the demo wallet on the local chain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aura-wallet-'))
  let chain: LocalChain
  beforeAll(async () => {
    chain = await startLocalChain({ dir: folder })
  })
  afterAll(() => chain?.stop())
  const local = () => ({ chainId: chain.chainId, ask: askNode(chain.rpcUrl), usdc: chain.contracts.usdc })
  const vouch = (amount: bigint) => ({
    to: chain.contracts.vouch,
    data: encodeFunctionData({ abi: auraVouchAbi, functionName: 'vouch', args: [BO.address, amount] }),
  })

  it('sends, and the contract does it', async () => {
    const { ask } = local()
    const args = [chain.contracts.vouch, 5n * ONE_USDC] as const
    const approve = encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args })
    await untilDone(local(), await send(local(), ADA, { to: chain.contracts.usdc, data: approve }))
    const hash = await send(local(), ADA, vouch(5n * ONE_USDC))
    await untilDone(local(), hash)
    expect(await ask('eth_getTransactionReceipt', [hash])).toMatchObject({
      status: '0x1',
      from: ADA.address.toLowerCase(),
    })
    const data = encodeFunctionData({
      abi: auraVouchAbi,
      functionName: 'vouchedAmount',
      args: [ADA.address, BO.address],
    })
    const result = (await ask('eth_call', [{ to: chain.contracts.vouch, data }, 'latest'])) as Hex
    expect(decodeFunctionResult({ abi: auraVouchAbi, functionName: 'vouchedAmount', data: result })).toBe(5n * ONE_USDC)
  })

  it('says what a contract says when it refuses', async () => {
    const refusal = await send(local(), ADA, vouch(101n * ONE_USDC)).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 3 })
    const { data } = refusal as { data: Hex }
    expect(decodeErrorResult({ abi: auraVouchAbi, data }).errorName).toBe('AbovePairCap')
  })

  it('has a faucet, also for an account that has nothing left', async () => {
    await local().ask('anvil_setBalance', [BO.address, '0x0'])
    const before = await purseOf(local(), BO)
    expect(before.ether).toBe(0n)
    await topUp(local(), BO)
    const after = await purseOf(local(), BO)
    expect(after.usdc - before.usdc).toBe(1_000n * ONE_USDC)
    expect(after.ether).toBeGreaterThan(9n * 10n ** 18n)
  })

  it('tells a chain that is gone from a refusal', async () => {
    const nowhere = { ...local(), ask: askNode('http://127.0.0.1:9') }
    await expect(purseOf(nowhere, ADA)).rejects.toMatchObject({ code: 4900 })
  })
})
