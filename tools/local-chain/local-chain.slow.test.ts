import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { auraAccountFactoryAbi, auraVouchAbi, priceFeedAbi, steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import { createPublicClient, createWalletClient, defineChain, type Hex, http } from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MOCK_FEED } from '../../server/src/env/faults.ts'
import { isPublishedKey } from '../../server/src/platform/chain/published-keys.ts'
import { DEMO_ACCOUNTS, type DemoAccount } from '../../web/src/dev/demo-wallet/accounts.ts'
import { personaWallet } from '../demo/persona-wallet.ts'
import { isPortFree } from '../processes/free-port.ts'
import { isAnvil } from './anvil.ts'
import { LOCAL_CONTRACTS } from './deploy.ts'
import { LOCAL_RELAY_KEY, LOCAL_SIGNER_KEY } from './published-keys.ts'
import { rpc } from './rpc.ts'
import { type LocalChain, type LocalChainOptions, startLocalChain } from './start-local-chain.ts'

const PATIENCE_MS = 45_000
const [ADA, BO] = DEMO_ACCOUNTS as [DemoAccount, DemoAccount]
const ONE_USDC = 1_000_000n

let folder: string
const started: LocalChain[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aura-chain-'))
})
afterEach(async () => {
  for (const chain of started.splice(0)) await chain.stop()
})

async function start(options: Partial<LocalChainOptions> = {}): Promise<LocalChain> {
  const chain = await startLocalChain({ dir: folder, ...options })
  started.push(chain)
  return chain
}

function clientsOf({ rpcUrl, chainId }: LocalChain) {
  const chain = defineChain({
    id: chainId,
    name: 'test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const options = { chain, transport: http(), pollingInterval: 20 }
  return {
    reader: createPublicClient(options),
    ada: createWalletClient({ ...options, account: privateKeyToAccount(ADA.privateKey) }),
  }
}

async function vouch(chain: LocalChain): Promise<Hex> {
  const { reader, ada } = clientsOf(chain)
  const { usdc, vouch: address } = chain.contracts
  const approved = await ada.writeContract({
    address: usdc,
    abi: usdcAbi,
    functionName: 'approve',
    args: [address, ONE_USDC],
  })
  await reader.waitForTransactionReceipt({ hash: approved })
  const hash = await ada.writeContract({
    address,
    abi: auraVouchAbi,
    functionName: 'vouch',
    args: [BO.address, ONE_USDC],
  })
  await reader.waitForTransactionReceipt({ hash })
  return hash
}

const vouched = (chain: LocalChain) =>
  clientsOf(chain).reader.readContract({
    address: chain.contracts.vouch,
    abi: auraVouchAbi,
    functionName: 'vouchedAmount',
    args: [ADA.address, BO.address],
  })

const balance = (chain: LocalChain, account: Hex) =>
  clientsOf(chain).reader.readContract({
    address: chain.contracts.usdc,
    abi: usdcAbi,
    functionName: 'balanceOf',
    args: [account],
  })

const blockNumber = (chain: LocalChain, tag: string) =>
  rpc<{ number: Hex }>(chain.rpcUrl, 'eth_getBlockByNumber', [tag, false]).then(({ number }) => Number(number))

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const endAtMs = Date.now() + PATIENCE_MS; !(await isSo()); ) {
    if (Date.now() > endAtMs) throw new Error('It did not come about')
    await pause(50)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const anvilPid = () => (JSON.parse(readFileSync(join(folder, 'anvil.json'), 'utf8')) as { pid: number }).pid

/** A valid signature with a small `r` and `s` (Wycheproof, ecdsa_secp256r1_sha256_p1363), and `verify` of P-256 for it. */
const P256_VERIFY = '0x0000000000000000000000000000000000000100'
const P256_SIGNATURE: Hex = `0x${[
  'bb5a52f42f9c9261ed4361f59422a1e30036e7c32b270c8807a419feca605023',
  '5'.padStart(64, '0'),
  '1'.padStart(64, '0'),
  'a71af64de5126a4a4e02b7922d66ce9415ce88a4c9d25514d91082c8725ac957',
  '5d47723c8fbe580bb369fec9c2665d8e30a435b9932645482e7c9f11e872296b',
].join('')}`

test('has the contracts, their owner and signer, a price, and funds for everybody of the demo', async () => {
  const chain = await start({ chainId: 8_453 })
  const { reader } = clientsOf(chain)
  const { usdc, vouch: vouching, steeze, feed, accounts } = chain.contracts
  expect(await reader.getChainId()).toBe(8_453)
  expect(Number(new URL(chain.rpcUrl).port)).toBeLessThan(32_768)

  const stack = { address: steeze, abi: steezeStackAbi } as const
  expect(await reader.readContract({ ...stack, functionName: 'usdc' })).toBe(usdc)
  expect(await reader.readContract({ ...stack, functionName: 'signer' })).toBe(privateKeyToAddress(LOCAL_SIGNER_KEY))
  expect(await reader.readContract({ ...stack, functionName: 'remainingToday' })).toBe(1_000n * ONE_USDC)
  expect(await reader.readContract({ address: vouching, abi: auraVouchAbi, functionName: 'usdc' })).toBe(usdc)

  const factory = { address: accounts, abi: auraAccountFactoryAbi } as const
  const verifier = await reader.readContract({ ...factory, functionName: 'implementation' })
  expect((await reader.getCode({ address: verifier }))?.length).toBeGreaterThan(1_000)
  expect(Number((await reader.call({ to: P256_VERIFY, data: P256_SIGNATURE })).data)).toBe(1)
  expect(chain.relayKey).toBe(LOCAL_RELAY_KEY)
  expect(await reader.getBalance({ address: privateKeyToAddress(LOCAL_RELAY_KEY) })).toBeGreaterThan(0n)

  const price = { address: feed, abi: priceFeedAbi } as const
  const [, answer, , updatedAt] = await reader.readContract({ ...price, functionName: 'latestRoundData' })
  expect(answer).toBe(3_000n * 10n ** 8n)
  expect(Math.abs(Number(updatedAt) - Date.now() / 1_000)).toBeLessThan(120)

  for (const account of [ADA.address, BO.address, personaWallet('temi_codes')]) {
    expect(await balance(chain, account)).toBe(1_000n * ONE_USDC)
    expect(await reader.getBalance({ address: account })).toBe(10n ** 19n)
  }
})

test('goes on where it was after a stop, on the same port, and funds nobody twice', async () => {
  const first = await start()
  const hash = await vouch(first)
  const before = await blockNumber(first, 'latest')
  await first.stop()
  expect(await isAnvil(first.rpcUrl)).toBe(false)

  const second = await start()
  expect(second).toMatchObject({ rpcUrl: first.rpcUrl, contracts: first.contracts, startBlock: first.startBlock })
  expect(await vouched(second)).toBe(ONE_USDC)
  expect(await balance(second, ADA.address)).toBe(999n * ONE_USDC)
  const { reader } = clientsOf(second)
  expect((await reader.getTransactionReceipt({ hash })).status).toBe('success')
  const events = { address: second.contracts.vouch, abi: auraVouchAbi, eventName: 'Vouched' } as const
  expect(await reader.getContractEvents({ ...events, fromBlock: BigInt(second.startBlock) })).toHaveLength(1)
  expect(await blockNumber(second, 'latest')).toBeGreaterThan(before)
  // A final block's state must be available at once.
  const finalised = { address: second.contracts.vouch, abi: auraVouchAbi, blockTag: 'finalized' } as const
  const args = [ADA.address, BO.address] as const
  expect(await reader.readContract({ ...finalised, functionName: 'vouchedAmount', args })).toBe(ONE_USDC)
})

test('makes what happened final by itself', async () => {
  const chain = await start()
  await vouch(chain)
  const used = await blockNumber(chain, 'latest')
  await until(async () => (await blockNumber(chain, 'finalized')) >= used)
})

test('comes back by itself on its port when it dies, with what happened', async () => {
  const chain = await start()
  await vouch(chain)
  const before = await blockNumber(chain, 'latest')
  const dead = anvilPid()
  // The last half second before a kill may be lost, so wait for a later block.
  await until(async () => (await blockNumber(chain, 'latest')) > before + 1)
  process.kill(dead, 'SIGKILL')
  await until(async () => anvilPid() !== dead && (await isAnvil(chain.rpcUrl)))
  expect(await vouched(chain)).toBe(ONE_USDC)
})

test('is gone when who started it is killed, and goes on at the next start', async () => {
  const program = `import { startLocalChain } from ${JSON.stringify(join(import.meta.dirname, 'start-local-chain.ts'))}
    const { rpcUrl } = await startLocalChain({ dir: ${JSON.stringify(folder)} })
    process.send(rpcUrl)
    setInterval(() => {}, 1_000)`
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = fork('-', [], { execArgv: ['--input-type=module', '--eval', program], env })
  const [rpcUrl] = (await once(child, 'message')) as [string]
  child.kill('SIGKILL')
  await until(async () => !(await isAnvil(rpcUrl)) && (await isPortFree(Number(new URL(rpcUrl).port))))
  const chain = await start()
  expect(chain.rpcUrl).toBe(rpcUrl)
  expect(await balance(chain, BO.address)).toBe(1_000n * ONE_USDC)
})

test('is taken over, with all it knows, when its supervisor was killed as well', async () => {
  const first = await start()
  const orphan = anvilPid()
  const supervisor = Number(readFileSync(`${folder}.lock`, 'utf8').split(' ')[0])
  process.kill(supervisor, 'SIGKILL')
  await until(async () => !isAlive(supervisor))
  await vouch(first)
  expect(await isAnvil(first.rpcUrl)).toBe(true)
  const second = await start()
  expect(second.rpcUrl).toBe(first.rpcUrl)
  expect(anvilPid()).not.toBe(orphan)
  expect(await vouched(second)).toBe(ONE_USDC)
})

test('is refused to a second program, and the first goes on', async () => {
  const chain = await start()
  await expect(start()).rejects.toThrow(/in use by process/)
  expect(await isAnvil(chain.rpcUrl)).toBe(true)
  await chain.stop()
  expect(existsSync(`${folder}.lock`)).toBe(false)
})

test('signs with a key, and has a feed, that the server refuses where money is real', () => {
  expect(isPublishedKey(LOCAL_SIGNER_KEY)).toBe(true)
  expect(LOCAL_CONTRACTS.feed.toLowerCase()).toBe(MOCK_FEED)
})
