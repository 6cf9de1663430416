import type * as Signing from '@aura/contracts/signing/account'
import { expect, it, vi } from 'vitest'
import { Authenticator } from '../../../../tests/server/actors/authenticator.ts'
import { pageForEach } from '../../dev/render-hook.ts'
import { stubPasskeys } from '../../dev/stub-passkeys.ts'

const PAYER = `0x${'b0'.repeat(20)}` as const
const OTHER = `0x${'c1'.repeat(20)}`
const ACCOUNT = `0x${'ac'.repeat(20)}` as const
const FACTORY = `0x${'fa'.repeat(20)}`
const HASH = `0x${'ab'.repeat(32)}`
const PAYMENT = { kind: 'keys', chainId: 8_453, userId: 'ada', usdcMicros: 0 }
const KEY_ID = `0x${'1d'.repeat(32)}` as const
const NONCE_USED = Object.assign(new Error('execution reverted'), { code: 3, data: '0x1fb09b80' })

const page = pageForEach()

interface Network {
  hasAccount: boolean
  refusal: Error | null
  /** Of the transaction; null while no block has it. */
  status: string | null
  connected: string
}

/** Sends a change of keys by an ordinary wallet. */
async function sending({
  factory = null,
  happened = false,
  ...given
}: Partial<Network> & { factory?: string | null; happened?: boolean | null }) {
  const network: Network = { hasAccount: true, refusal: null, status: '0x1', connected: PAYER, ...given }
  const device = new Authenticator('https://aura.example')
  const made = { ...device.newKey('aura.example'), userHandle: 'AAAA' }
  device.keys.push(made)
  stubPasskeys(device)
  const key = `${FACTORY}${made.point.toString('hex')}`
  const sent: { to: string }[] = []
  const answers: Record<string, (params: never) => unknown> = {
    eth_accounts: () => [network.connected],
    eth_chainId: () => '0x2105',
    eth_call: ([{ from }]: [{ from?: string }]) => {
      if (from === undefined) return network.hasAccount ? `0x${'00'.repeat(32)}` : '0x'
      if (network.refusal) throw network.refusal
      return '0x'
    },
    eth_estimateGas: () => '0x1',
    eth_gasPrice: () => '0x1',
    eth_getBalance: () => '0x5',
    eth_sendTransaction: ([transaction]: [{ to: string }]) => {
      sent.push(transaction)
      return HASH
    },
    eth_getTransactionReceipt: () =>
      network.status && { transactionHash: HASH, blockNumber: '0x5', status: network.status },
  }
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) => answers[method]?.(params as never),
    on: () => {},
    removeListener: () => {},
  }
  const { handInOrSend } = await import('./account-call.ts')
  const { sentPayments } = await import('../sent.ts')
  const steps: string[] = []
  const outcome = handInOrSend(
    {
      payment: PAYMENT,
      account: {
        walletAddress: ACCOUNT,
        accountKey: key,
        keys: [{ passkeyId: 'first', credentialId: made.id, transports: ['internal'], key }],
      } as never,
      call: { kind: 'remove-key', keyId: KEY_ID },
      signed: ({ removingKey }: typeof Signing) => removingKey(ACCOUNT, KEY_ID),
      isRestricted: false,
    },
    {
      fee: { isRelayed: false, onFallback: () => {} },
      sender: { wallet: { provider: provider as never, address: PAYER, chainId: 8_453 }, factory },
      hasHappened: async () => {
        if (happened === null) throw new TypeError('Failed to fetch')
        return happened
      },
    },
    { signal: new AbortController().signal, onStep: (step) => steps.push(step) },
  )
  outcome.catch(() => {})
  return { outcome, sent, steps, sentPayments }
}

it('brings an account that isn’t there by its factory, and asks one that is there itself [settings.keys-own]', async () => {
  const bringing = await sending({ factory: FACTORY, hasAccount: false })
  await bringing.outcome
  expect(bringing.sent).toMatchObject([{ from: PAYER, to: FACTORY }])
  expect(bringing.steps).toEqual(['sign', 'confirm', 'sent'])
  expect(bringing.sentPayments.all()).toMatchObject([{ ...PAYMENT, hash: HASH, isOwn: true }])
  const asking = await sending({ factory: null })
  await asking.outcome
  expect(asking.sent).toMatchObject([{ from: PAYER, to: ACCOUNT }])
})

it('sends nothing to an address without code, where it would only cost the fee [settings.keys-own]', async () => {
  const { outcome, sent, sentPayments } = await sending({ factory: null, hasAccount: false })
  await expect(outcome).rejects.toMatchObject({
    reason: 'REVERTED',
    explanation: expect.stringContaining('nothing was sent'),
  })
  expect(sent).toEqual([])
  expect(sentPayments.all()).toEqual([])
})

it('waits for a block no longer than the transaction is tracked, which a replaced one never reaches [settings.keys-own]', async () => {
  const { outcome, steps, sentPayments } = await sending({ status: null })
  const ended = vi.fn()
  void outcome.then(ended)
  await vi.waitFor(() => expect(steps).toContain('sent'))
  await page.pass(5_000)
  expect(ended).not.toHaveBeenCalled()
  sentPayments.remove(HASH)
  await outcome
})

it('says that a transaction failed and cost its fee, unless the change was made all the same [settings.keys-own]', async () => {
  const failed = await sending({ status: '0x0' })
  await expect(failed.outcome).rejects.toMatchObject({
    reason: 'REVERTED',
    explanation: 'The transaction failed. Your wallet paid the network’s fee.',
  })
  expect(failed.sentPayments.all()).toEqual([])
  // The tracker says that it was made, or finds out.
  for (const happened of [true, null]) {
    const changed = await sending({ status: '0x0', happened })
    await changed.outcome
    expect(changed.sentPayments.all()).toMatchObject([{ hash: HASH }])
    changed.sentPayments.remove(HASH)
  }
})

it('leaves to the tracker what came another way before the wallet was asked [settings.keys-own]', async () => {
  const made = await sending({ refusal: NONCE_USED, happened: true })
  await made.outcome
  expect(made.sent).toEqual([])
  expect(made.sentPayments.all()).toMatchObject([{ ...PAYMENT, isOwn: true }])
  made.sentPayments.remove(made.sentPayments.all()[0]?.hash ?? '')
  for (const happened of [false, null]) {
    const refused = await sending({ refusal: NONCE_USED, happened })
    await expect(refused.outcome).rejects.toMatchObject({ reason: 'REVERTED' })
    expect(refused.sentPayments.all()).toEqual([])
  }
})

it('says that the sending wallet switched its account, which needn’t be the person’s own [settings.keys-own]', async () => {
  const { outcome, sent } = await sending({ connected: OTHER })
  await expect(outcome).rejects.toMatchObject({
    reason: 'WRONG_ACCOUNT',
    explanation: expect.stringContaining('switched'),
  })
  expect(sent).toEqual([])
})
