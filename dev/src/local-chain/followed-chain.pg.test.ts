import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auraVouchAbi, steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  getCreate2Address,
  type Hex,
  http,
  serializeErc6492Signature,
  zeroHash,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userAccount } from '../../../server/src/features/ledger/public.ts'
import { rpcChain } from '../../../server/src/platform/chain/rpc-chain.ts'
import { Actor } from '../../../server/test/actors.ts'
import { follow, purchasedOf, steezeOf, USDC } from '../../../server/test/chain.ts'
import { TestClock } from '../../../server/test/fakes.ts'
import { post } from '../../../server/test/ledger.ts'
import { refusal } from '../../../server/test/refusal.ts'
import { type TestApp, testApp } from '../../../server/test/test-app.ts'
import { DEMO_ACCOUNTS, type DemoAccount } from '../../../web/src/dev/demo-wallet/accounts.ts'
import { rpc } from './rpc.ts'
import { type LocalChain, startLocalChain } from './start-local-chain.ts'

const SLOW_MS = 120_000
const [ADA, BO] = DEMO_ACCOUNTS as [DemoAccount, DemoAccount]

/** Factory that every development chain has: deploys what follows the salt. */
const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** A wallet that accepts every signature: answers the magic value of ERC-1271 to whatever it is asked. */
const WALLET_CODE = '0x631626ba7e60e01b60005260206000f3'
/** Deploys it: copies the 16 bytes that follow its own 12 and returns them. */
const INIT_CODE: Hex = `0x6010600c60003960106000f3${WALLET_CODE.slice(2)}`

describe('the server on a real chain', { timeout: SLOW_MS }, () => {
  let folder: string
  let local: LocalChain
  let test: TestApp
  let ada: Actor
  let bo: Actor
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'aura-followed-'))
    local = await startLocalChain({ dir: folder })
    test = await testApp({ clock: new TestClock(new Date()), settings: { steezeSignerKey: local.signerKey } })
    const { usdc, vouch, steeze } = local.contracts
    const contracts = { usdc: usdc.toLowerCase(), vouch: vouch.toLowerCase(), steeze: steeze.toLowerCase() }
    const { rpcUrl, startBlock } = local
    Object.assign(test.ctx, {
      chain: rpcChain({ kind: 'local', confirmations: 1, contracts, startBlock, rpcUrls: [rpcUrl] }),
    })
    ada = new Actor(test, ADA.privateKey)
    bo = new Actor(test, BO.privateKey)
    await ada.signIn()
    await bo.signIn()
  }, SLOW_MS)
  afterAll(async () => {
    await test?.close()
    await local?.stop()
    rmSync(folder, { recursive: true, force: true })
  }, SLOW_MS)

  const clients = ({ wallet }: Actor) => {
    const chain = defineChain({
      id: local.chainId,
      name: 'test',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [local.rpcUrl] } },
    })
    const options = { chain, transport: http(), pollingInterval: 20 }
    return { reader: createPublicClient(options), writer: createWalletClient({ ...options, account: wallet }) }
  }
  const mine = (blocks: number) => rpc(local.rpcUrl, 'anvil_mine', [`0x${blocks.toString(16)}`])

  async function buy(actor: Actor, usdc: number): Promise<Hex> {
    const { reader, writer } = clients(actor)
    const { usdc: token, steeze } = local.contracts
    const amount = BigInt(Math.round(usdc * USDC))
    const approved = await writer.writeContract({
      address: token,
      abi: usdcAbi,
      functionName: 'approve',
      args: [steeze, amount],
    })
    await reader.waitForTransactionReceipt({ hash: approved })
    const hash = await writer.writeContract({
      address: steeze,
      abi: steezeStackAbi,
      functionName: 'buySteeze',
      args: [amount],
    })
    await reader.waitForTransactionReceipt({ hash })
    return hash
  }

  it('credits a purchase, and its reserves agree', async () => {
    const transactionHash = await buy(ada, 3)
    const { status, amount } = await ada.call('POST /api/steeze/confirm-purchase', { body: { transactionHash } })
    expect([status, amount]).toEqual(['completed', 30])
    expect(await bo.send('POST', '/api/steeze/confirm-purchase', { transactionHash })).toMatchObject(
      refusal(403, 'TRANSACTION_OF_ANOTHER'),
    )
    await follow(test)
    expect([await purchasedOf(ada), await purchasedOf(bo)]).toEqual([30, 0])
    expect(await bo.call('GET /api/reserves')).toMatchObject({ usdcHeld: 3, steezeOutstanding: 30, isMatching: true })
  })

  it('pays earned Steeze back by a signature the contract takes', async () => {
    await post(test.ctx.db, {
      key: 'earned',
      kind: 'test_credit',
      reference: 'test',
      from: userAccount((await ada.me()).id, 'steeze_purchased'),
      to: userAccount((await bo.me()).id, 'steeze_earned'),
      amount: 20,
    })
    await mine(3)
    await follow(test)
    const { reader, writer } = clients(bo)
    const terms = await bo.call('POST /api/steeze/redeem', { body: { amount: 20 } })
    const hash = await writer.writeContract({
      address: local.contracts.steeze,
      abi: steezeStackAbi,
      functionName: 'withdrawSteeze',
      args: [20n, BigInt(terms.limit), BigInt(terms.deadline), terms.signature as Hex],
    })
    expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await bo.send('POST', '/api/steeze/redeem-confirm', { transactionHash: hash })).toMatchObject({
      status: 202,
    })
    await follow(test)
    expect(await bo.call('GET /api/reserves')).toMatchObject({ steezeOutstanding: 10, isMatching: true })
    await mine(4)
    await follow(test)
    expect(await steezeOf(bo)).toEqual({ battleEarnedSteeze: 0, purchasedSteeze: 0 })
    expect(await bo.call('GET /api/reserves')).toMatchObject({ withdrawnUnsettled: 0, isMatching: true })
  })

  it('takes back a purchase the chain takes back', async () => {
    await mine(3)
    await buy(ada, 1)
    await follow(test)
    const before = await purchasedOf(ada)
    await rpc(local.rpcUrl, 'anvil_reorg', [1, []])
    await follow(test)
    expect(await purchasedOf(ada)).toBe(before - 10)
    expect(await bo.call('GET /api/reserves')).toMatchObject({ isMatching: true })
  })

  it('credits one of two vouches that go beyond the cap together: the contract refuses the second, and nothing of it moves', async () => {
    const { reader, writer } = clients(ada)
    const { usdc: token, vouch } = local.contracts
    const amount = BigInt(60 * USDC)
    const approved = await writer.writeContract({
      address: token,
      abi: usdcAbi,
      functionName: 'approve',
      args: [vouch, 2n * amount],
    })
    await reader.waitForTransactionReceipt({ hash: approved })
    const usdcOf = async (actor: Actor) =>
      (await actor.call('GET /api/web3/balance/:address', { params: { address: actor.wallet.address } })).balance
    const standing = async () => ({
      given: await usdcOf(ada),
      received: await usdcOf(bo),
      points: (await bo.me()).auraPoints,
    })
    const before = await standing()
    // Two tabs send before either of the two is in a block, so that neither knows of the other.
    const nonce = await reader.getTransactionCount({ address: ada.wallet.address })
    await rpc(local.rpcUrl, 'evm_setAutomine', [false])
    const send = (nth: number) =>
      writer.writeContract({
        address: vouch,
        abi: auraVouchAbi,
        functionName: 'vouch',
        args: [bo.wallet.address, amount],
        gas: 300_000n,
        nonce: nonce + nth,
      })
    const [first, second] = [await send(0), await send(1)]
    await mine(1)
    await rpc(local.rpcUrl, 'evm_setAutomine', [true])
    expect((await reader.getTransactionReceipt({ hash: second })).status).toBe('reverted')

    const vouchedUserId = (await bo.me()).id
    const create = (transactionHash: Hex) =>
      ada.send('POST', '/api/vouch/create', { vouchedUserId, usdcAmount: 60, transactionHash })
    expect(await create(second)).toMatchObject(refusal(409, 'TRANSACTION_FAILED'))
    expect(await create(first)).toMatchObject({ status: 200, body: { auraAwarded: 600 } })
    await follow(test)
    expect(await standing()).toEqual({
      given: before.given - 60,
      received: before.received + 60,
      points: before.points + 600,
    })
    const pair = { voucherId: (await ada.me()).id, vouchedId: vouchedUserId }
    expect(await ada.call('GET /api/vouch/amount/:voucherId/:vouchedId', { params: pair })).toMatchObject({
      totalVouchedAmount: 60,
      remainingAmount: 40,
      vouchCount: 1,
    })
  })

  it('asks contract wallets, deployed and not yet [access.signature-erc1271] [access.signature-erc6492]', async () => {
    const address = getCreate2Address({ from: FACTORY, salt: zeroHash, bytecode: INIT_CODE })
    const data: Hex = `${zeroHash}${INIT_CODE.slice(2)}`
    const proof = async (visitor: Actor, signature: Hex) => {
      const { message } = await visitor.call('GET /api/auth/nonce', { query: { walletAddress: address } })
      return visitor.send('POST', '/api/auth/wallet', { walletAddress: address, message, signature })
    }
    const anything: Hex = `0x${'ab'.repeat(96)}`
    expect(await proof(new Actor(test), anything)).toMatchObject(refusal(401, 'SIGNATURE_INVALID'))
    const undeployed = serializeErc6492Signature({ address: FACTORY, data, signature: anything })
    expect(await proof(new Actor(test), undeployed)).toMatchObject({ status: 200, body: { bonusAwarded: true } })
    const { reader, writer } = clients(ada)
    await reader.waitForTransactionReceipt({ hash: await writer.sendTransaction({ to: FACTORY, data }) })
    expect(await proof(new Actor(test), anything)).toMatchObject({ status: 200, body: { bonusAwarded: false } })
  })
})
