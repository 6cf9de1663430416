import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'
import { entryOf } from './add-wallet.tsx'

const page = pageForEach()

it('a blank note is omitted from the request, and another is trimmed [admin.add-note]', () => {
  expect(entryOf('0x1', ' \n')).toEqual({ walletAddress: '0x1' })
  expect(entryOf('0x1', ' A founder ')).toEqual({ walletAddress: '0x1', note: 'A founder' })
})

it('the fields of a wallet that was added are emptied, except for what was typed meanwhile', async () => {
  const { useAddWallet } = await import('./add-wallet.tsx')
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const form = await page.renderAlone(useAddWallet)
  await page.act(async () => {
    form.current.wallet.set(' 0x1 ')
    form.current.setNote('A founder')
  })
  await page.act(async () => form.current.add())
  await page.act(async () => form.current.wallet.set('0x2'))
  resolve(Response.json({}))
  await page.pass(10)
  expect([form.current.wallet.text, form.current.note]).toEqual(['0x2', ''])
})
