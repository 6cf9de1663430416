import type { Page } from '@playwright/test'
import { auraShape } from '../../../drawing/src/aura-shape.ts'
import { ringTicks } from '../../../drawing/src/ring-ticks.ts'
import { median } from '../figures.ts'

const COUNT = 200
const ROUNDS = 25
const SIZE = 44
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAICAgAAAACwAAAAAAQABAAACAkQBADs='

/** Mirrors web/src/aura/aura-ring.tsx. */
function ring(i: number): string {
  const { lit, unlit, radius, stroke } = ringTicks(auraShape(`user-${i}`, i % 40, 0), SIZE)
  return (
    `<svg width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}" fill="none" stroke="currentColor">` +
    `<path d="${unlit}" stroke-opacity=".35"/><path d="${lit}" stroke-width="${stroke}" stroke-linecap="round"/>` +
    `<circle cx="${SIZE / 2}" cy="${SIZE / 2}" r="${radius}" stroke-width="${stroke * 0.8}"/></svg>`
  )
}

/** Milliseconds to insert and lay out 200 small rings, and 200 images of the same size. */
export async function smallRings(page: Page): Promise<{ ringsMs: number; imagesMs: number }> {
  await page.goto('about:blank')
  const rings = Array.from({ length: COUNT }, (_, i) => ring(i)).join('')
  const images = `<img width="${SIZE}" height="${SIZE}" alt="" src="${PIXEL}">`.repeat(COUNT)
  const insert = (html: string) =>
    page.evaluate<number>(`(() => {
      const list = document.createElement('div')
      document.body.replaceChildren(list)
      const start = performance.now()
      list.innerHTML = ${JSON.stringify(html)}
      list.getBoundingClientRect()
      return performance.now() - start
    })()`)
  const times: { rings: number; images: number }[] = []
  for (let i = 0; i < ROUNDS; i++) times.push({ images: await insert(images), rings: await insert(rings) })
  return { ringsMs: median(times.map((t) => t.rings)), imagesMs: median(times.map((t) => t.images)) }
}
