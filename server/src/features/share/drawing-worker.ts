import { parentPort } from 'node:worker_threads'
import { createCanvas } from '@napi-rs/canvas'
import { drawShareImage, encodeShareImage, type SharePicture } from './share-image.ts'
import { HEIGHT, WIDTH } from './size.ts'

/** Drawings are made in a separate thread, because they would delay all other responses. */
export interface DrawingOrder {
  order: number
  picture: SharePicture
}
export type DrawingDone = { order: number; processorMs: number } & ({ jpeg: Uint8Array } | { fault: string })

const canvas = createCanvas(WIDTH, HEIGHT)

function draw(picture: SharePicture): { jpeg: Uint8Array } | { fault: string } {
  try {
    const ctx = canvas.getContext('2d')
    ctx.reset()
    drawShareImage(ctx, picture)
    return { jpeg: new Uint8Array(encodeShareImage(canvas)) }
  } catch (error) {
    return { fault: String(error) }
  }
}

parentPort?.on('message', ({ order, picture }: DrawingOrder) => {
  const before = process.threadCpuUsage()
  const drawn = draw(picture)
  const { user, system } = process.threadCpuUsage(before)
  parentPort?.postMessage({ ...drawn, order, processorMs: (user + system) / 1_000 } satisfies DrawingDone)
})
