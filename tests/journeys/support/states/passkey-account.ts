import type { Page } from '@playwright/test'
import type { AccountKey, AccountTransfer } from '../../../../api/src/calls/accounts.ts'
import { changeAnswer, withoutLive } from '../change-answer.ts'

const WALLET = `0x${'A1'.repeat(20)}`
const FACTORY = `0x${'F1'.repeat(20)}`
const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`

const passkeys = ['W'.repeat(40), 'Safari on iPhone', 'Chrome on macOS'].map((name, at) => ({
  ...{ id: idOf(at), name, isBackedUp: at !== 0, isWallet: at !== 2 },
  ...{ createdAt: '2026-03-02T12:00:00.000Z', lastUsedAt: at === 0 ? null : '2026-03-02T12:00:00.000Z' },
}))

const keyOf = (at: number, more: Partial<AccountKey> = {}): AccountKey => ({
  ...{ id: `0x${`${at}`.repeat(64)}`, walletAddress: null, passkeyId: idOf(at), name: passkeys[at]?.name ?? null },
  ...{ addedAt: '2026-03-02T12:00:00.000Z', leavesAt: null, ...more },
})

const oneKey = [keyOf(0, { addedAt: null })]
const manyKeys = [
  keyOf(0),
  keyOf(1, { leavesAt: '2026-03-04T12:00:00.000Z' }),
  keyOf(3, { passkeyId: null, walletAddress: '0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD' }),
  keyOf(4, { passkeyId: null }),
]

/** Answers of an account of passkeys, with these keys. */
const answersOf = (keys: AccountKey[], isDeployed: boolean, held: number) => ({
  '/api/passkeys': {
    passkeys,
    wallet: {
      ...{ walletAddress: WALLET, accountKey: `0x${'b2'.repeat(84)}` },
      keys: keys.flatMap(({ passkeyId }) =>
        passkeyId === null ? [] : [{ passkeyId, credentialId: 'AAAA', transports: [], key: `0x${'b2'.repeat(84)}` }],
      ),
    },
  },
  '/api/account/keys': {
    account: {
      ...{ walletAddress: WALLET, isDeployed, keys },
      candidates: isDeployed ? [{ passkeyId: idOf(2), name: 'Chrome on macOS', key: `0x${'c3'.repeat(84)}` }] : [],
    },
  },
  '/api/relay': { isOn: true, accountFactory: FACTORY },
  [`/api/wallet/usdc-balance/${WALLET}`]: { walletAddress: WALLET, balance: held },
})

export const withOneKey = answersOf(oneKey, false, 12.5)
export const closedRelay = { '/api/relay': { isOn: false, accountFactory: FACTORY } }
export const withManyKeys = answersOf(manyKeys, true, 12.5)

/** Opens an address as the owner of such an account. */
export async function asOwner(page: Page, path: string): Promise<void> {
  await withoutLive(page)
  const passkeyWallet = { walletAddress: WALLET, passkeyId: idOf(0), status: 'bound' }
  await changeAnswer(page, '**/api/auth/user', { walletAddress: WALLET, passkeyWallet })
  await page.goto(new URL(path, page.url()).href)
}

const KINDS = ['received', 'sent', 'vouch-received', 'vouch-given', 'steeze-bought', 'steeze-redeemed'] as const
const transfers = (count: number, person: AccountTransfer['person']): AccountTransfer[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `0x${at}-1`, kind: KINDS[at % KINDS.length] ?? 'sent', usdcMicros: 10 ** (at % 13) },
    ...{ address: WALLET, person: at % 2 === 0 ? null : person, transactionHash: `0x${'ab'.repeat(32)}` },
    createdAt: '2026-03-02T12:00:00.000Z',
  }))

export const noHistory = { '/api/account/transfers': { transfers: [], next: null } }
export const someHistory = {
  '/api/account/transfers': { transfers: transfers(6, { id: idOf(7), username: 'tobi_wav' }), next: null },
}
export const longHistory = {
  '/api/account/transfers': { transfers: transfers(25, { id: idOf(7), username: 'w'.repeat(20) }), next: '7-1' },
}
