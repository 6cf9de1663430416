/** Viewers on raw sockets in their own process, so that only the server is measured. */
import { connect, type Socket } from 'node:net'
import { given, share } from '../support/child.ts'
import { quantile } from '../support/figures.ts'

/** Parsing every update would cost more than sending it, so only every tenth viewer is timed. */
const SAMPLE = 10
const AT_ONCE = 200
const VERSION = Buffer.from('"version":')
/** Only the age of the scores is measured, not of other topics. */
const SCORES = Buffer.from('"topic":"battle:')

/** The number of the crowd gives every viewer a distinct address. */
const { port, path, viewers, crowd } = given<Record<'port' | 'viewers' | 'crowd', number> & { path: string }>()
/** Ages of the displayed state when it was replaced, in ms. */
const ages: number[] = []
let isMeasuring = false
let frameBytes = 0
const heard = new Set<number>()

function viewer(index: number): Promise<Socket> {
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

for (let first = 0; first < viewers; first += AT_ONCE) {
  const count = Math.min(AT_ONCE, viewers - first)
  await Promise.all(Array.from({ length: count }, (_, index) => viewer(first + index)))
}
const shared = {
  measure() {
    ages.length = 0
    heard.clear()
    isMeasuring = true
  },
  results() {
    isMeasuring = false
    return { p50Ms: quantile(ages, 0.5), p99Ms: quantile(ages, 0.99), frameBytes, silent: viewers - heard.size }
  },
}
export type Viewers = typeof shared
share(shared)
