/** Viewers on raw sockets in their own process, so that only the server is measured. */
import { connect, type Socket } from 'node:net'
import { quantile } from '../support/figures.ts'

export interface CrowdStart {
  port: number
  path: string
  viewers: number
  /** Gives every viewer of every crowd a distinct address. */
  crowd: number
}
export type CrowdOrder = { op: 'measure' } | { op: 'result' }
export interface CrowdResult {
  /** Age of the displayed state when it was replaced, in ms, over a sample of the viewers. */
  p50Ms: number
  p99Ms: number
  maxMs: number
  frameBytes: number
  silent: number
}
export type CrowdReport = { ready: true } | CrowdResult

/** Parsing every update would cost more than sending it, so only every tenth viewer is timed. */
const SAMPLE = 10
const AT_ONCE = 200
const VERSION = Buffer.from('"version":')
/** Only the age of the scores is measured, not of other topics. */
const SCORES = Buffer.from('"topic":"battle:')

const ages: number[] = []
let isMeasuring = false
let frameBytes = 0
const heard = new Set<number>()

function viewer({ port, path, crowd }: CrowdStart, index: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', reject)
    socket.on('connect', () => {
      const from = `10.${crowd}.${index >> 8}.${index & 255}`
      socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\nx-forwarded-for: ${from}\r\n\r\n`)
    })
    let shownMs = 0
    socket.on('data', (chunk) => {
      resolve(socket)
      if (!isMeasuring) {
        shownMs = 0
        return
      }
      heard.add(index)
      if (index % SAMPLE !== 0) return
      const at = chunk.indexOf(VERSION, Math.max(0, chunk.lastIndexOf(SCORES)))
      if (at < 0) return
      const version = Number.parseInt(chunk.toString('latin1', at + VERSION.length, at + VERSION.length + 16), 10)
      frameBytes = chunk.length
      // Gifts never pause, so the next one happened right after the old state was read.
      if (shownMs > 0) ages.push(Date.now() - shownMs)
      shownMs = version
    })
  })
}

async function main(start: CrowdStart): Promise<void> {
  for (let first = 0; first < start.viewers; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, start.viewers - first)
    await Promise.all(Array.from({ length: count }, (_, index) => viewer(start, first + index)))
  }
  process.on('message', ({ op }: CrowdOrder) => {
    if (op === 'measure') {
      ages.length = 0
      heard.clear()
      isMeasuring = true
      return
    }
    isMeasuring = false
    const at = (share: number) => quantile(ages, share)
    const silent = start.viewers - heard.size
    const result: CrowdResult = { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), frameBytes, silent }
    process.send?.(result)
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ ready: true } satisfies CrowdReport)
}

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? '') as CrowdStart)
