import { type APIRequestContext, expect } from '@playwright/test'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

export const freshWallet = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey())

/** Joins and skips the welcome. The session belongs to `request`, and so to its page. */
export async function joinByCalls(
  request: APIRequestContext,
  origin: string,
  username?: string,
  wallet = freshWallet(),
  timeZone = 'UTC',
): Promise<void> {
  const headers = { origin }
  const nonce = await request.get(`${origin}/api/auth/nonce?walletAddress=${wallet.address}`)
  const { message } = await nonce.json()
  const signature = await wallet.signMessage({ message })
  const data = { walletAddress: wallet.address, message, signature, timeZone }
  expect((await request.post(`${origin}/api/auth/wallet`, { headers, data })).ok()).toBe(true)
  const welcomed = await request.post(`${origin}/api/auth/seen-first`, { headers, data: { first: 'sign_in' } })
  expect(welcomed.ok()).toBe(true)
  if (username === undefined) return
  const renamed = await request.post(`${origin}/api/auth/update-profile`, { headers, data: { username } })
  expect(renamed.ok()).toBe(true)
}

export async function idOf(request: APIRequestContext, origin: string): Promise<string> {
  return (await (await request.get(`${origin}/api/auth/user`)).json()).id
}
