import { Worker } from 'node:worker_threads'
import { AppError } from '#platform/app-error'
import type { DrawingDone, DrawingOrder } from './drawing-worker.ts'
import type { SharePicture } from './share-image.ts'

/** Pictures kept, of about half a megabyte each. */
const MAX_KEPT = 60
/** Waiting drawings; more are refused, since crowds open a shared link at once. */
const MAX_WAITING = 40

/** Draws pictures one at a time, and each version once. */
export interface Drawings {
  /** Returns a PNG. Throws UNAVAILABLE if the queue is full. */
  draw(version: string, picture: SharePicture): Promise<Uint8Array>
  close(): Promise<void>
}

export function openDrawings(): Drawings {
  const kept = new Map<string, Promise<Uint8Array>>()
  const waiting = new Map<number, { resolve: (png: Uint8Array) => void; reject: (error: Error) => void }>()
  let worker: Worker | undefined
  let lastOrder = 0

  function start(): Worker {
    const started = new Worker(new URL('./drawing-worker.ts', import.meta.url))
    started.on('message', (done: DrawingDone) => {
      const asker = waiting.get(done.order)
      waiting.delete(done.order)
      if ('png' in done) asker?.resolve(done.png)
      else asker?.reject(new Error(done.fault))
    })
    started.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))))
    started.on('exit', () => failAll(new Error('the drawing thread ended')))
    // A drawing in progress must not keep a stopping server alive.
    started.unref()
    return started
  }

  function failAll(error: Error): void {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function order(picture: SharePicture): Promise<Uint8Array> {
    if (waiting.size >= MAX_WAITING) throw new AppError('UNAVAILABLE')
    worker ??= start()
    const thread = worker
    lastOrder += 1
    const mine = lastOrder
    return new Promise((resolve, reject) => {
      waiting.set(mine, { resolve, reject })
      thread.postMessage({ order: mine, picture } satisfies DrawingOrder)
    })
  }

  return {
    async draw(version, picture) {
      const known = kept.get(version)
      if (known) return known
      const drawn = order(picture)
      kept.set(version, drawn)
      drawn.catch(() => kept.delete(version))
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_KEPT) break
        kept.delete(oldest)
      }
      return drawn
    },
    async close() {
      await worker?.terminate()
    },
  }
}
