import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { serverNow } from '#lib/time/server-clock'

const AGAIN_MS = 1_000

/**
 * Reads a query once the server's clock is `graceMs` past `due`, and again until `due` changes. `due` is in milliseconds;
 * null reads nothing.
 */
export function useReadWhenDue({ queryKey }: { queryKey: QueryKey }, due: number | null, graceMs: number): void {
  const client = useQueryClient()
  const newest = useRef(queryKey)
  newest.current = queryKey
  useEffect(() => {
    if (due === null) return
    return readRepeatedly(client, newest.current, Math.max(0, due - serverNow()) + graceMs)
  }, [client, due, graceMs])
}

/**
 * Reads a query after `delayMs` and then a second after each response, until the returned function is called. A read in
 * flight is awaited, so that lines slower than a second get theirs.
 */
export function readRepeatedly(client: QueryClient, queryKey: QueryKey, delayMs: number): () => void {
  let isStopped = false
  let timer = setTimeout(ask, delayMs)
  async function ask() {
    await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    if (!isStopped) timer = setTimeout(ask, AGAIN_MS)
  }
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
