import { afterEach, expect, it } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { type Drawings, openDrawings } from './drawings.ts'
import { HOME_PICTURE } from './share-image.ts'

/** A worker that says each drawing took 80 ms, and numbers them. */
const counting = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let drawn = 0
    parentPort.on('message', ({ order }) =>
      parentPort.postMessage({ order, processorMs: 80, jpeg: Uint8Array.of(drawn++) }))`)}`,
)

/** A worker that throws at the home picture, and draws any other. */
const throwing = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ order, picture }) => {
      if (picture.of === 'home') throw new Error('no canvas')
      parentPort.postMessage({ order, processorMs: 1, jpeg: Uint8Array.of(7) })
    })`)}`,
)

let drawings: Drawings
afterEach(() => drawings.close())

const [eve, ada] = [{ ip: '203.0.113.66' }, { ip: '198.51.100.1' }]
const limits = { ...defaultLimits.drawings, waitMs: 600_000, perAddress: { burstMs: 5_000, msPerS: 100 } }

it('an address that asks for more pictures than are kept uses up its time, and nobody else’s [landing.picture-budget]', async () => {
  let nowMs = 0
  drawings = openDrawings(limits, { elapsedMs: () => nowMs }, counting)
  const draw = async (viewer: { ip: string }, version: string) =>
    (await drawings.draw(viewer, version, HOME_PICTURE))[0]
  for (let at = 0; at < 63; at++) expect(await draw(eve, `v${at}`)).toBe(at)
  await expect(draw(eve, 'v0')).rejects.toMatchObject({ code: 'UNAVAILABLE', data: { retryAfterMs: 400 } })
  expect(await draw(eve, 'v62')).toBe(62)
  expect(await draw(ada, 'v0')).toBe(63)
  nowMs += 400
  expect(await draw(eve, 'v1')).toBe(64)
})

it('a crowd’s picture is drawn once, whoever asked first [landing.picture-budget]', async () => {
  drawings = openDrawings(limits, { elapsedMs: () => 0 }, counting)
  const crowd = Array.from({ length: 300 }, (_, at) =>
    drawings.draw({ ip: `198.51.${at >> 8}.${at & 255}` }, 'new', HOME_PICTURE),
  )
  expect(new Set((await Promise.all(crowd)).map(([number]) => number))).toEqual(new Set([0]))
})

it('a thread that throws fails its own picture and not the next one', async () => {
  drawings = openDrawings(limits, { elapsedMs: () => 0 }, throwing)
  const other = { ...HOME_PICTURE, of: 'other' } as unknown as typeof HOME_PICTURE
  for (let round = 0; round < 3; round++) {
    await expect(drawings.draw(eve, `bad${round}`, HOME_PICTURE)).rejects.toThrow('no canvas')
    expect(await drawings.draw(ada, `good${round}`, other)).toEqual(Uint8Array.of(7))
  }
})
