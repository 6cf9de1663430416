import type { RelayedPayment } from '@aura/api/calls/relay'
import { expect, it, vi } from 'vitest'
import type { SentPayment } from '#lib/chain/sent-payments'
import { pageForEach } from '../../dev/render-hook.ts'

const SALT = `0x${'5a'.repeat(32)}`
const HASH = `0x${'ab'.repeat(32)}`
const SIGNED: RelayedPayment = { purpose: 'buy', steeze: 10, validBefore: 1, salt: SALT, signature: '0x01' }
const PAYMENT = { kind: 'buy', chainId: 8_453, userId: 'ada', usdcMicros: 1_000_000 }
const ID = '7b8f2c1e-0000-4000-8000-000000000000'

const page = pageForEach()

/** Aura as seen from the browser: gives these answers in turn, the last one forever. Returns what it was asked. */
function aura(...answers: (object | { error: string; status: number; data?: object } | 'lost')[]) {
  const asked: { method: string; url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ method: init.method ?? '', url, body: init.body && JSON.parse(String(init.body)) })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    const { error, status, data = {} } = answer as { error?: string; status: number; data?: object }
    const json = error ? { code: error, message: `${error} said`, data } : answer
    return new Response(JSON.stringify(json), {
      status: error ? status : 200,
      headers: { 'content-type': 'application/json' },
    })
  })
  return asked
}

const relayed = (status: string, more = {}) => ({ id: ID, status, transactionHash: null, reason: null, ...more })
const handingIn = async () => (await import('./relayed-payment.ts')).handIn(PAYMENT, SIGNED)
const stored = async () => (await import('../sent.ts')).sentPayments

/** Follows pending payments for a while. Returns what failed. */
async function follow(ms: number) {
  const { useSentPayments } = await import('../sent.ts')
  const { useBatches } = await import('../use-batches.ts')
  // Looking for wallets needs the configuration.
  const client = await page.newClient({ '/api/config': {} })
  const failures: unknown[] = []
  await page.render(client, () =>
    useBatches(useSentPayments<SentPayment>('ada', 'buy'), (error) => failures.push(error)),
  )
  await page.pass(ms)
  return failures
}

it('a payment is stored before Aura has it, and becomes its transaction [wallet.handed-in]', async () => {
  const payments = await stored()
  let before: readonly SentPayment[] = []
  const asked = aura(relayed('queued'), relayed('sent'), relayed('mined', { transactionHash: HASH }))
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) => {
    if (asked.length === 0) before = payments.all()
    return fetch(...args)
  })
  await handingIn()
  expect(before).toMatchObject([{ hash: SALT, batchOf: 'aura', signed: SIGNED }])
  expect(await follow(10_000)).toEqual([])
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/relay',
    `GET /api/relay/${ID}`,
    `GET /api/relay/${ID}`,
  ])
  expect(payments.all()).toMatchObject([{ hash: HASH, batch: SALT }])
  expect(payments.all()[0]).not.toHaveProperty('batchOf')
})

it('a lost answer is asked for again with the same payment, and by nobody at once [wallet.handed-in]', async () => {
  const asked = aura('lost', relayed('queued'), relayed('mined', { transactionHash: HASH }))
  await handingIn()
  await follow(15_000)
  // Another tab must not hand it in while the first request may still be on its way.
  expect(asked).toHaveLength(1)
  await page.pass(15_000)
  expect(asked.slice(0, 2).map(({ method, body }) => [method, body])).toEqual([
    ['POST', SIGNED],
    ['POST', SIGNED],
  ])
  expect((await stored()).all()).toMatchObject([{ hash: HASH }])
})

it.each([
  { error: 'RELAY_REFUSED', status: 409, data: { reason: 'balance' } },
  { error: 'RELAY_UNAVAILABLE', status: 503, data: { reason: 'empty' } },
  { error: 'CHAIN_UNAVAILABLE', status: 503 },
])('what Aura certainly didn’t take on ($error) is not pending [wallet.falls-back]', async (answer) => {
  aura(answer)
  await expect(handingIn()).rejects.toMatchObject({ code: answer.error })
  expect((await stored()).all()).toEqual([])
})

it('a payment that failed or was refused is given up with its reason, once [wallet.refused]', async () => {
  aura(relayed('queued'), relayed('failed', { reason: 'expired' }))
  await handingIn()
  const [failure, ...others] = await follow(30_000)
  expect(failure).toMatchObject({
    reason: 'REVERTED',
    explanation: 'This payment took too long and expired. No money moved.',
  })
  expect(others).toEqual([])
  expect((await stored()).all()).toEqual([])
})

it('a payment that may have paid is not said to have moved no money [wallet.unknown-outcome]', async () => {
  aura(relayed('failed', { reason: 'unknown' }))
  await handingIn()
  const [failure] = await follow(10_000)
  expect(failure).toMatchObject({ reason: 'UNHEARD', explanation: expect.stringMatching(/couldn’t find out/) })
  expect((await stored()).all()).toEqual([])
})

it('a payment whose answer was lost is given up once it is refused, not while Aura can’t take it [wallet.refused]', async () => {
  aura('lost', { error: 'RELAY_UNAVAILABLE', status: 503 }, { error: 'RELAY_REFUSED', status: 409 })
  await handingIn()
  const later = await follow(60_000)
  expect(later).toMatchObject([{ code: 'RELAY_REFUSED' }])
})
