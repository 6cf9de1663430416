import type { ReceiptKind, ReceiptSummary } from '@aura/api/calls/receipts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { request } from '#lib/api'
import { readKey } from '#lib/query-client'

const page = (kind: ReceiptKind | null, before: string | null, signal?: AbortSignal) =>
  request('GET /api/receipts', {
    query: { ...(kind === null ? {} : { kind }), ...(before === null ? {} : { before }) },
    ...(signal ? { signal } : {}),
  })

export function useReceipts(kind: ReceiptKind | null) {
  const query = useInfiniteQuery({
    queryKey: [...readKey('GET /api/receipts'), kind],
    queryFn: ({ pageParam, signal }) => page(kind, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  return { ...query, receipts: query.data?.pages.flatMap(({ receipts }) => receipts) }
}

export async function allReceipts(kind: ReceiptKind | null): Promise<ReceiptSummary[]> {
  const all: ReceiptSummary[] = []
  for (let before: string | null = null; ; ) {
    const { receipts, next }: Awaited<ReturnType<typeof page>> = await page(kind, before)
    all.push(...receipts)
    if (next === null) return all
    before = next
  }
}
