import { Worker } from 'node:worker_threads'
import type { Clock } from '#platform/clock'
import { type Charge, FairGate, type WorkLimits } from '#platform/http/fair-gate'
import type { DrawingDone, DrawingOrder } from './drawing-worker.ts'
import type { SharePicture } from './share-image.ts'

/** Pictures kept, of about 200 kB each. */
const MAX_KEPT = 60

type Photos = DrawingOrder['photos']
type ReadPhotos = () => Promise<Photos>

interface Viewer {
  ip: string
  userId?: string
}

/** Draws pictures one at a time, and each version once while it is kept. */
export interface Drawings {
  /**
   * Returns a JPEG. `readPhotos` returns the bytes of the picture's photos by their addresses. Throws UNAVAILABLE if it isn't kept and the viewer has used up its processor time, or too many are
   * waiting.
   */
  draw(viewer: Viewer, version: string, picture: SharePicture, readPhotos?: ReadPhotos): Promise<Uint8Array>
  close(): Promise<void>
}

export function openDrawings(
  limits: WorkLimits,
  clock: Pick<Clock, 'elapsedMs'>,
  workerUrl = new URL('./drawing-worker.ts', import.meta.url),
): Drawings {
  const gate = new FairGate(limits, { clock, busy: 'UNAVAILABLE' })
  /** Drawn or being drawn. One that waits is not here, since its viewer may be last in turn or refused. */
  const kept = new Map<string, Promise<Uint8Array>>()
  const waiting = new Map<number, { resolve: (done: DrawingDone) => void; reject: (error: Error) => void }>()
  let worker: Worker | undefined
  let lastOrder = 0

  function start(): Worker {
    const started = new Worker(workerUrl)
    started.on('message', (done: DrawingDone) => {
      waiting.get(done.order)?.resolve(done)
      waiting.delete(done.order)
    })
    started.on('error', (error) => failAll(started, error instanceof Error ? error : new Error(String(error))))
    started.on('exit', () => failAll(started, new Error('the drawing thread ended')))
    // A drawing in progress must not keep a stopping server alive.
    started.unref()
    return started
  }

  /** Fails the orders of a thread, once: a thread that throws also ends, while the next one may be drawing. */
  function failAll(started: Worker, error: Error): void {
    if (worker !== started) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  async function order(picture: SharePicture, photos: Photos, charge: Charge): Promise<Uint8Array> {
    worker ??= start()
    const thread = worker
    lastOrder += 1
    const mine = lastOrder
    const done = await new Promise<DrawingDone>((resolve, reject) => {
      waiting.set(mine, { resolve, reject })
      thread.postMessage({ order: mine, picture, photos } satisfies DrawingOrder)
    })
    charge(done.processorMs)
    if ('fault' in done) throw new Error(done.fault)
    return done.jpeg
  }

  function drawOnce(version: string, picture: SharePicture, photos: Photos, charge: Charge): Promise<Uint8Array> {
    const known = kept.get(version)
    if (known) return known
    const drawn = order(picture, photos, charge)
    kept.set(version, drawn)
    drawn.catch(() => kept.delete(version))
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(oldest)
    }
    return drawn
  }

  return {
    async draw({ ip, userId }, version, picture, readPhotos = async () => ({})) {
      const known = kept.get(version)
      if (known) return known
      // Read before the gate: a slow store must not hold up other pictures.
      const photos = await readPhotos()
      return kept.get(version) ?? gate.pass(ip, (charge) => drawOnce(version, picture, photos, charge), userId)
    },
    async close() {
      await worker?.terminate()
    },
  }
}
