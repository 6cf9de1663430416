import { parentPort } from 'node:worker_threads'
import { createCanvas } from '@napi-rs/canvas'
import { drawShareImage, type SharePicture } from './share-image.ts'
import { HEIGHT, WIDTH } from './size.ts'

/** Drawings are made in a separate thread, because they would delay all other responses. */
export interface DrawingOrder {
  order: number
  picture: SharePicture
}
export type DrawingDone = { order: number; png: Uint8Array } | { order: number; fault: string }

const canvas = createCanvas(WIDTH, HEIGHT)

parentPort?.on('message', ({ order, picture }: DrawingOrder) => {
  try {
    const ctx = canvas.getContext('2d')
    ctx.reset()
    drawShareImage(ctx, picture)
    parentPort?.postMessage({ order, png: new Uint8Array(canvas.toBuffer('image/png')) } satisfies DrawingDone)
  } catch (error) {
    parentPort?.postMessage({ order, fault: String(error) } satisfies DrawingDone)
  }
})
