import type { Answer } from '@aura/api/calls'
import { useQuery } from '@tanstack/react-query'
import { request } from '#lib/api'

export type Receipt = Answer<'GET /api/battles/:id/receipt'>
export type ReceiptGift = Receipt['gifts'][number]

/** A page has 5,000 gifts. `totals` counts all of them, and the receipt as data has them all. */
const MAX_PAGES = 20

export const receiptRead = (id: string) => ({
  queryKey: [`/api/battles/${id}/receipt`],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Receipt> => {
    const params = { id }
    const first = await request('GET /api/battles/:id/receipt', { params, query: {}, signal })
    const gifts = [...first.gifts]
    let after = first.nextAfter
    for (let page = 1; after !== null && page < MAX_PAGES; page++) {
      const next = await request('GET /api/battles/:id/receipt', { params, query: { after }, signal })
      gifts.push(...next.gifts)
      after = next.nextAfter
    }
    return { ...first, gifts }
  },
})

export const useReceipt = (id: string) => useQuery(receiptRead(id))
