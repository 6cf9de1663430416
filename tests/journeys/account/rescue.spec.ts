import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { auraAccountFactoryAbi, usdcAbi } from '@aura/contracts/abi'
import { mockUsdcAbi } from '@aura/contracts/bytecode'
import {
  accountAddress,
  addingKey,
  callsByKey,
  executeData,
  passkeyOf,
  passkeySignature,
} from '@aura/contracts/signing/account'
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  getAddress,
  type Hex,
  hashTypedData,
  http,
  parseEther,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { DEMO_ACCOUNTS } from '../../../web/src/dev/demo-wallet/accounts.ts'
import { createPasskey } from '../../server/chain/passkey.ts'
import { accessibilityFaults } from '../support/accessibility.ts'
import { type ChainServer, startChainServer } from '../support/chain-server.ts'
import { withDevice } from '../support/passkeys.ts'
import { expect, type Page, test } from '../support/test.ts'
import { announceWallet } from '../support/wallets/announce-wallet.ts'
import { ADA } from '../support/wallets/test-wallet.ts'

const DAY_S = 86_400
/** 120 kB, of which most is the encoding of calls and the curve that finds a passkey's key. */
const MAX_BYTES = 135_000

let folder: string
/** The page as somebody saved it from Aura. */
let saved: string
let own: ChainServer
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aura-rescue-'))
  own = await startChainServer({}, { isRelayed: true })
  const response = await fetch(`${own.server.url}/rescue.html`)
  saved = await response.text()
  await writeFile(join(folder, 'aura-rescue.html'), saved)
  // From here on there is a chain, and no Aura.
  await own.server.stop()
})
test.afterAll(async () => {
  await own.chain.stop()
  await rm(folder, { recursive: true, force: true })
})

function network() {
  const { rpcUrl, chainId, contracts } = own.chain
  const transport = http(rpcUrl)
  const client = createPublicClient({ transport, pollingInterval: 50 })
  const demo = DEMO_ACCOUNTS[0]
  if (!demo) throw new Error('the chain has no funded account')
  const funded = createWalletClient({ account: privateKeyToAccount(demo.privateKey), transport })
  const send = async (to: Hex, data: Hex, value = 0n) => {
    const hash = await funded.sendTransaction({ chain: null, to, data, value })
    const { status } = await client.waitForTransactionReceipt({ hash })
    expect(status).toBe('success')
  }
  return {
    chainId,
    factory: contracts.accounts.toLowerCase() as Hex,
    usdc: contracts.usdc.toLowerCase() as Hex,
    client,
    send,
    mint: (to: Hex, micros: bigint) =>
      send(contracts.usdc, encodeFunctionData({ abi: mockUsdcAbi, functionName: 'mint', args: [to, micros] })),
    usdcOf: (of: Hex) =>
      client.readContract({ abi: usdcAbi, address: contracts.usdc, functionName: 'balanceOf', args: [of] }),
  }
}

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address

/** Somebody else sends the call that the page shows. */
async function handInByHand(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: '6. Hand it in' })).toBeFocused()
  const to = (await page.getByLabel('Or have someone send it. To').inputValue()) as Hex
  await network().send(to, (await page.getByLabel('Data', { exact: true }).inputValue()) as Hex)
  await arrived(page)
}

async function arrived(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Has it arrived?' }).click()
  await expect(page.getByText(/^Sent out to/)).toBeVisible()
}

test('the page is one file that loads nothing [accounts.rescue-page]', () => {
  expect(Buffer.byteLength(saved)).toBeLessThan(MAX_BYTES)
  const [, head = ''] = /<head>(.*?)<style>/s.exec(saved) ?? []
  expect(head).toContain("default-src 'none'; script-src 'sha256-")
  expect(saved.match(/<(?:script|link|img|iframe)[^>]* (?:src|href)=/g)).toBeNull()
  expect(saved).not.toMatch(/\bimport\(|@import|url\(/)
})

test('from a file, without Aura, a wallet that is a key sends out what the account holds [accounts.rescue-file] [accounts.rescue-wallet] [accounts.rescue-checks]', async ({
  page,
}) => {
  const { chainId, factory, usdc, send, mint, usdcOf, client } = network()
  const passkey = createPasskey()
  const firstKey = passkeyOf(factory, passkey)
  const account = accountAddress(factory, firstKey)
  const wallet = privateKeyToAccount(generatePrivateKey())
  await mint(account, 12_500_000n)
  await send(account, '0x', parseEther('0.25'))
  const calls = {
    calls: [addingKey(account, wallet.address.toLowerCase() as Hex)],
    nonce: 1n,
    deadline: Math.floor(Date.now() / 1_000) + DAY_S,
  }
  const task = callsByKey({ chainId, account }, firstKey, calls)
  const signature = task.signatureOf(passkeySignature(passkey.sign(hashTypedData(task.toSign))))
  await send(factory, createAccountData(firstKey))
  await send(account, executeData(calls, signature))

  await withSigningWallet(page, wallet)
  const failures: string[] = []
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
  await page.goto(pathToFileURL(join(folder, 'aura-rescue.html')).href)
  await expect(page.getByRole('button', { name: 'Find my account by passkey' })).toBeDisabled()
  await expect(page.getByText('never on a page from your disk')).toBeVisible()

  // A stranger's wallet opens nothing.
  await page.getByLabel('Address of the account').fill(getAddress(account))
  await page.getByLabel('Address of the wallet').fill(newAddress())
  await page.getByRole('button', { name: 'Open this account' }).click()
  await expect(page.getByText('This key doesn’t sign for that account')).toBeVisible()

  // The account is found by its key's event.
  await page.getByLabel('Address of the account').fill('')
  await page.getByLabel('Address of the wallet').fill(wallet.address)
  await page.getByRole('button', { name: 'Open this account' }).click()
  await expect(page.getByRole('heading', { name: '3. What it holds' })).toBeFocused()
  await expect(page.getByText(getAddress(account))).toBeVisible()
  await expect(page.locator('#holds-usdc')).toHaveText('12.5')
  await expect(page.locator('#holds-eth')).toHaveText('0.25')

  const to = page.getByLabel('To this address')
  const check = page.getByRole('button', { name: 'Check', exact: true })
  const target = newAddress()
  for (const [wrong, said] of [
    [target.slice(0, -1), 'enter 0x and 40 digits'],
    [target.replace(/[a-f]/i, swapCase), 'enter 0x and 40 digits'],
    [getAddress(account), 'nobody could use'],
    [usdc, 'nobody could use'],
  ] as const) {
    await to.fill(wrong)
    await check.click()
    await expect(page.getByText(said)).toBeVisible()
    await expect(page.getByRole('heading', { name: '5. Sign' })).toBeHidden()
  }
  await to.fill(target)
  await page.getByLabel('USDC', { exact: true }).last().fill('12.6')
  await check.click()
  await expect(page.getByText('USDC: the account holds less than that.')).toBeVisible()
  await page.getByLabel('USDC', { exact: true }).last().fill('2.5')
  await check.click()
  await expect(page.getByText(`to ${target}`)).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])

  const typed = JSON.parse(await page.getByLabel('Or sign this typed data').inputValue())
  await page.getByLabel('Signature').fill(await privateKeyToAccount(generatePrivateKey()).signTypedData(typed))
  await page.getByRole('button', { name: 'Use this signature' }).click()
  await expect(page.getByText('This isn’t a signature of what is shown here')).toBeVisible()
  await page.getByLabel('Signature').fill(await wallet.signTypedData(typed))
  await page.getByRole('button', { name: 'Use this signature' }).click()
  await handInByHand(page)
  await expect(page.locator('#holds-usdc')).toHaveText('10')
  expect(await client.getBalance({ address: target })).toBe(parseEther('0.25'))

  // The rest, signed by the extension.
  await check.click()
  await page.getByRole('button', { name: 'Sign with this browser’s wallet' }).click()
  await handInByHand(page)
  await expect(page.locator('#holds-usdc')).toHaveText('0')
  expect([await usdcOf(target), await usdcOf(account)]).toEqual([12_500_000n, 0n])
  expect(failures).toEqual([])
  expect([...asked].sort()).toEqual([own.chain.rpcUrl, 'null'])
})

/** An extension that the person allowed to see files. */
async function withSigningWallet(page: Page, wallet: PrivateKeyAccount): Promise<void> {
  await page.exposeFunction('signTyped', (text: string) => wallet.signTypedData(JSON.parse(text)))
  await page.addInitScript(
    ({ chainId }) => {
      const { signTyped } = window as unknown as { signTyped: (text: string) => Promise<string> }
      const request = async ({ method, params = [] }: { method: string; params?: string[] }) => {
        if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
        if (method === 'eth_signTypedData_v4') return signTyped(params[1] ?? '')
        throw { code: 4200, message: `${method} is not supported` }
      }
      Object.assign(window, { ethereum: { request } })
    },
    { chainId: own.chain.chainId },
  )
}

const swapCase = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())

const createAccountData = (key: Hex): Hex =>
  encodeFunctionData({ abi: auraAccountFactoryAbi, functionName: 'createAccount', args: [key] })

test.describe('on the site of the passkeys', () => {
  let bare: Server
  let url: string
  test.beforeAll(async () => {
    bare = createServer((_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(saved))
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
    url = `http://localhost:${(bare.address() as AddressInfo).port}/rescue.html`
  })
  test.afterAll(() => bare.close())

  test('a passkey finds its account, which was never used, and sends out what it holds [accounts.rescue-passkey]', async ({
    page,
  }) => {
    const { factory, mint, usdcOf } = network()
    await withDevice(page)
    await announceWallet(page, { account: ADA, rpcUrl: own.chain.rpcUrl, name: 'Funded Wallet', canBatch: false })
    await page.goto(url)
    const point = await page.evaluate(async () => {
      const made = (await navigator.credentials.create({
        publicKey: {
          challenge: new Uint8Array(32),
          rp: { id: 'localhost', name: 'Aura' },
          user: { id: new Uint8Array(16), name: 'ada', displayName: 'ada' },
          pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        },
      })) as PublicKeyCredential
      const key = (made.response as AuthenticatorAttestationResponse).getPublicKey() ?? new ArrayBuffer()
      return [...new Uint8Array(key).slice(-64)]
    })
    const hex = (from: number): Hex => `0x${Buffer.from(point.slice(from, from + 32)).toString('hex')}`
    const account = accountAddress(factory, passkeyOf(factory, { x: hex(0), y: hex(32) }))

    // An empty account shows after two signatures, which only one key can have made.
    const find = page.getByRole('button', { name: 'Find my account by passkey' })
    await find.click()
    await expect(page.getByText('which fits two keys')).toBeVisible()
    await find.click()
    await expect(page.getByText(getAddress(account))).toBeVisible()

    await mint(account, 3_000_000n)
    await page.reload()
    await find.click()
    await expect(page.locator('#holds-usdc')).toHaveText('3')
    await expect(page.locator('#holds-account')).toHaveText(getAddress(account))
    const target = newAddress()
    await page.getByLabel('To this address').fill(target)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('button', { name: 'Sign with the passkey' }).click()
    await page.getByRole('button', { name: 'Send it with this browser’s wallet' }).click()
    await expect(page.getByText(/^Sent: 0x/)).toBeVisible()
    await arrived(page)
    expect([await usdcOf(target), await usdcOf(account)]).toEqual([3_000_000n, 0n])
  })
})
