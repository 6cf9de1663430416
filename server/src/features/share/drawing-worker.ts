import { parentPort } from 'node:worker_threads'
import { createCanvas } from '@napi-rs/canvas'
import { yieldToOthers } from '#platform/yield-to-others'
import { readFaces } from './faces.ts'
import { drawShareImage, encodeShareImage, type SharePicture } from './share-image.ts'
import { SHAPES } from './size.ts'

/** Drawings are made in a separate thread, because they would delay all other responses. */
export interface DrawingOrder {
  order: number
  picture: SharePicture
  /** Bytes of photos by their addresses. */
  photos: Readonly<Record<string, Uint8Array>>
}
export type DrawingDone = { order: number; processorMs: number } & ({ jpeg: Uint8Array } | { fault: string })

const canvasOf = ({ width, height }: (typeof SHAPES)[keyof typeof SHAPES]) => createCanvas(width, height)
yieldToOthers()

const canvases = { wide: canvasOf(SHAPES.wide), upright: canvasOf(SHAPES.upright) }

async function draw({ picture, photos }: DrawingOrder): Promise<{ jpeg: Uint8Array } | { fault: string }> {
  try {
    const faces = await readFaces(photos)
    const canvas = canvases[picture.shape]
    const ctx = canvas.getContext('2d')
    ctx.reset()
    drawShareImage(ctx, picture, faces)
    return { jpeg: new Uint8Array(encodeShareImage(canvas)) }
  } catch (error) {
    return { fault: String(error) }
  }
}

/** One after the other: a canvas is shared, and the processor time is this thread's. */
let last = Promise.resolve()
parentPort?.on('message', (order: DrawingOrder) => {
  last = last.then(async () => {
    const before = process.threadCpuUsage()
    const drawn = await draw(order)
    const { user, system } = process.threadCpuUsage(before)
    const processorMs = (user + system) / 1_000
    parentPort?.postMessage({ ...drawn, order: order.order, processorMs } satisfies DrawingDone)
  })
})
