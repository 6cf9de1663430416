import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { LiveStatus, SharedStream } from './shared-stream.ts'
import type { LiveSignal } from './stream.ts'

let status: LiveStatus = 'connecting'
const listeners = new Set<() => void>()
const signalListeners = new Set<(signal: LiveSignal) => void>()
let opening: Promise<SharedStream> | undefined

function setStatus(next: LiveStatus): void {
  status = next
  for (const listener of listeners) listener()
}

function tellSignal(signal: LiveSignal): void {
  for (const listener of signalListeners) listener(signal)
}

/** Loads the stream's code, which no first picture needs. */
const open = async (client: QueryClient): Promise<SharedStream> =>
  (await import('./page-stream.ts')).openPageStream(client, { onSignal: tellSignal, onStatus: setStatus })

/** Follows topics until the returned function is called; `isUrgent` ones without waiting for others. */
function follow(client: QueryClient, topics: readonly string[], options: { isUrgent?: boolean } = {}): () => void {
  let isWanted = true
  let end = () => {}
  opening ??= open(client)
  opening.then(
    (stream) => {
      if (isWanted) end = stream.want(topics, options)
    },
    () => {
      // The next to follow tries again.
      opening = undefined
      setStatus('down')
    },
  )
  return () => {
    isWanted = false
    end()
  }
}

/**
 * Subscribes to live topics while the caller is mounted: cached reads they cover update automatically. Topics are
 * compared by value, so the array may be new on each render.
 */
export function useLive(...topics: readonly string[]): void {
  const client = useQueryClient()
  const key = topics.join()
  useEffect(() => (key === '' ? undefined : follow(client, key.split(','))), [client, key])
}

/**
 * Like `useLive`, for topics whose state only says that something moved. A move between the page's own read and the
 * stream would be missed, so the stream does not wait for other topics.
 */
export function useLiveAtOnce(...topics: readonly string[]): void {
  const client = useQueryClient()
  const key = topics.join()
  useEffect(() => follow(client, key.split(','), { isUrgent: true }), [client, key])
}

/** Subscribes to signals of a topic that a mounted component follows; see `LiveSignal`. */
export function useLiveSignals(topic: string, onCounts: (counts: LiveSignal['counts']) => void): void {
  const newest = useRef(onCounts)
  newest.current = onCounts
  useEffect(() => {
    const listener = (signal: LiveSignal) => {
      if (signal.topic === topic) newest.current(signal.counts)
    }
    signalListeners.add(listener)
    return () => void signalListeners.delete(listener)
  }, [topic])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the state of the live stream. While it isn't `live`, reads that must be fresh are polled. */
export const useLiveStatus = (): LiveStatus =>
  useSyncExternalStore(
    subscribe,
    () => status,
    () => status,
  )

/** Returns the polling interval of a read covered by the live stream: false while it is live. */
export function usePollingMs(ms: number): number | false {
  return useLiveStatus() === 'live' ? false : ms
}
