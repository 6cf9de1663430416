import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client'
import { usdcBalanceQuery } from './use-usdc-balance.ts'

const ADA = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  focusManager.setFocused(undefined)
})

function look(address: string | null): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(String(url))
    return Response.json({ balance: 12.5 })
  })
  const client = createQueryClient(() => {})
  client.mount()
  new QueryObserver(client, usdcBalanceQuery(address, false)).subscribe(() => {})
  return asked
}

async function comeBackAfter(ms: number): Promise<void> {
  focusManager.setFocused(false)
  await vi.advanceTimersByTimeAsync(ms)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(0)
}

it('is asked for of a wallet, and not without one [vouching.balance-only-with-wallet]', async () => {
  const without = look(null)
  await comeBackAfter(60_000)
  expect(without).toEqual([])
  const asked = look(ADA)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual([`/api/wallet/usdc-balance/${ADA}`])
})

it('is believed for 10 s, and then asked for again by whoever comes back', async () => {
  const asked = look(ADA)
  await vi.advanceTimersByTimeAsync(0)
  await comeBackAfter(9_990)
  expect(asked).toHaveLength(1)
  await comeBackAfter(20)
  expect(asked).toHaveLength(2)
})
