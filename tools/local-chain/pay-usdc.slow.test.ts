import { steezeStackAbi } from '@aura/contracts/abi'
import { mockUsdcAbi } from '@aura/contracts/bytecode'
import { type Address, concatHex, decodeFunctionData, encodeFunctionData, type Hex, numberToHex, size } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payUsdc } from '../../web/src/lib/chain/pay-usdc.ts'
import { waitUntilMined } from '../../web/src/lib/chain/send-call.ts'
import { randomFreePort } from '../processes/free-port.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { deployContracts, LOCAL_CONTRACTS } from './deploy.ts'
import { rpc } from './rpc.ts'

const CHAIN_ID = 31_337
const TEN = 10_000_000n
const { usdc, steeze } = LOCAL_CONTRACTS

let anvil: Anvil
let url: string
beforeAll(async () => {
  const port = await randomFreePort()
  url = `http://127.0.0.1:${port}`
  anvil = startAnvil({ port, chainId: CHAIN_ID, stateFile: null })
  await anvil.ready
  await deployContracts(url)
})
afterAll(() => anvil.child.kill('SIGKILL'))

/** Runtime code that returns a word, such as the answer to `isValidSignature` (ERC-1271). */
const returning = (word: Hex): Hex => concatHex(['0x7f', word, '0x5f5260205ff3'])
const ACCEPTS = returning(`0x1626ba7e${'00'.repeat(28)}`)
const REFUSES = returning(`0xffffffff${'00'.repeat(28)}`)
const REVERTS: Hex = '0x5f5ffd'
const USES_ALL_GAS: Hex = '0xfe'
const OTHER = returning(numberToHex(1, { size: 32 }))

const UNTIL_DONE = { signal: new AbortController().signal, pause: async () => undefined }

/** Throws if the transaction reverted. */
const mined = (hash: Hex) =>
  waitUntilMined(
    { provider: { request: ({ method, params }) => rpc(url, method, params as unknown[]) } },
    hash,
    UNTIL_DONE,
  )

const delegateTo = async (code: Hex): Promise<Hex> => {
  const delegate = privateKeyToAccount(generatePrivateKey()).address
  await rpc(url, 'anvil_setCode', [delegate, code])
  return concatHex(['0xef0100', delegate])
}

interface Account {
  /** Its code when it pays. */
  code?: () => Promise<Hex>
  signature?: (plain: Hex) => Hex
}

/** A browser wallet of the account. anvil sends in its name, so that contract wallets need no owner's transaction. */
async function walletOf({ code, signature = (plain) => plain }: Account) {
  const owner: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())
  const { address } = owner
  const mint = encodeFunctionData({ abi: mockUsdcAbi, functionName: 'mint', args: [address, TEN] })
  await rpc(url, 'anvil_setBalance', [address, numberToHex(10n ** 18n)])
  await rpc(url, 'anvil_impersonateAccount', [address])
  await mined(await rpc<Hex>(url, 'eth_sendTransaction', [{ from: address, to: usdc, data: mint }]))
  if (code) await rpc(url, 'anvil_setCode', [address, await code()])
  const sent: { to: Address; data: Hex }[] = []
  const asked: string[] = []
  const request = async ({ method, params = [] }: { method: string; params?: unknown }): Promise<unknown> => {
    asked.push(method)
    const [first, second] = params as [{ to: Address; data: Hex }, string]
    if (method === 'eth_accounts') return [address]
    if (method === 'eth_signTypedData_v4') return signature(await owner.signTypedData(JSON.parse(second)))
    if (method === 'eth_sendTransaction') sent.push(first)
    return rpc(url, method, params as unknown[])
  }
  return { address, provider: { request }, sent, asked }
}

const calls = (sent: readonly { data: Hex }[]) =>
  sent.map(({ data }) => decodeFunctionData({ abi: [...steezeStackAbi, ...mockUsdcAbi], data }).functionName)

const BY_PERMIT = ['buySteezeWithPermit']
const BY_APPROVAL = ['approve', 'buySteeze']

it.each<[string, Account, string[]]>([
  ['a plain account', {}, BY_PERMIT],
  ['an account whose delegate accepts its signatures', { code: () => delegateTo(ACCEPTS) }, BY_PERMIT],
  ['an account whose delegate refuses its signatures', { code: () => delegateTo(REFUSES) }, BY_APPROVAL],
  ['an account whose delegate reverts', { code: () => delegateTo(REVERTS) }, BY_APPROVAL],
  ['an account whose delegate uses up its gas', { code: () => delegateTo(USES_ALL_GAS) }, BY_APPROVAL],
  ['an account whose delegate has no code', { code: () => delegateTo('0x') }, BY_APPROVAL],
  ['an account whose delegate answers something else', { code: () => delegateTo(OTHER) }, BY_APPROVAL],
  ['a contract wallet that signs like a plain account', { code: async () => ACCEPTS }, BY_PERMIT],
  ['a contract wallet that refuses the permit', { code: async () => REFUSES }, BY_APPROVAL],
  [
    'a contract wallet with several owners',
    { code: async () => ACCEPTS, signature: (plain) => concatHex([plain, plain]) },
    BY_APPROVAL,
  ],
  ['a contract wallet that approves on chain', { code: async () => ACCEPTS, signature: () => '0x' }, BY_APPROVAL],
  [
    'a wallet that is not deployed yet (ERC-6492)',
    { signature: (plain) => concatHex([plain, numberToHex(0, { size: 31 }), `0x${'6492'.repeat(16)}`]) },
    BY_APPROVAL,
  ],
  [
    'a wallet that is not deployed yet and signs like a plain account of its owner',
    { signature: (plain) => concatHex([`0x${'11'.repeat(size(plain) - 1)}`, '0x1b']) },
    BY_APPROVAL,
  ],
])('%s buys Steeze, and signs at most one permit [frame.permit-refused]', async (_, account, expected) => {
  const { address, provider, sent, asked } = await walletOf(account)
  const hash = await payUsdc(
    { provider, address, chainId: CHAIN_ID },
    {
      usdc,
      spender: steeze,
      abi: steezeStackAbi,
      amountMicros: TEN,
      call: () => encodeFunctionData({ abi: steezeStackAbi, functionName: 'buySteeze', args: [TEN] }),
      callWithPermit: ({ deadline, v, r, s }) =>
        encodeFunctionData({
          abi: steezeStackAbi,
          functionName: 'buySteezeWithPermit',
          args: [TEN, deadline, v, r, s],
        }),
    },
    {
      ...UNTIL_DONE,
      onStep: () => undefined,
      nowSeconds: () => Math.floor(Date.now() / 1_000),
      onBatch: () => undefined,
    },
  )
  expect(calls(sent)).toEqual(expected)
  expect(asked.filter((method) => method === 'eth_signTypedData_v4')).toHaveLength(1)
  await mined(hash)
  const balance = encodeFunctionData({ abi: mockUsdcAbi, functionName: 'balanceOf', args: [address] })
  expect(BigInt(await rpc<Hex>(url, 'eth_call', [{ to: usdc, data: balance }, 'latest']))).toBe(0n)
})
