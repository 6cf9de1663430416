import type { ChildProcess } from 'node:child_process'
import { AppError } from '../app-error.ts'
import type { Charge } from '../http/fair-gate.ts'
import { forkSandboxed } from '../sandbox.ts'
import type { ImageFault } from './image.rules.ts'
import type { Images } from './images.ts'

export interface EncodeOrder {
  bytes: Uint8Array
  pixels: number
  sides: readonly number[]
}
export type EncodeOutcome = { images: Uint8Array[] } | { fault: ImageFault | 'slow' }
export type Encoded = EncodeOutcome & { processorMs: number }

export interface ImageLimits {
  pixels: number
  /** Milliseconds per picture, after which the process is killed. */
  encodeMs: number
  /** Milliseconds of idleness after which the process ends. */
  idleMs: number
}

const FAULTS = { unreadable: 'IMAGE_UNREADABLE', pixels: 'IMAGE_TOO_MANY_PIXELS', slow: 'IMAGE_TOO_SLOW' } as const

export const startDecoder = (): ChildProcess =>
  forkSandboxed(new URL('./encode-process.ts', import.meta.url), { packages: ['sharp'], isNative: true })

/** Signals of the kernel out of memory, or of the operator. A picture that crashes the process causes others. */
const SENT_SIGNALS = new Set<NodeJS.Signals | null>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])

/** Creates an encoder whose process decodes one picture at a time, and starts with the first one. */
export function createImageEncoder(
  { pixels, encodeMs, idleMs }: ImageLimits,
  startProcess: () => ChildProcess = startDecoder,
): Pick<Images, 'encode' | 'close'> {
  let isClosed = false
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  function start(): ChildProcess {
    const started = startProcess()
    started.on('exit', () => {
      if (child === started) child = undefined
    })
    return started
  }

  function end(): Promise<void> {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return Promise.resolve()
    return new Promise((resolve) => {
      ending.once('exit', () => resolve())
      ending.kill('SIGKILL')
    })
  }

  function ask(order: EncodeOrder): Promise<Encoded> {
    clearTimeout(idle)
    child ??= start()
    const encoder = child
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer)
        encoder.off('message', onMessage).off('exit', onExit).off('error', onError)
        settle()
      }
      const onMessage = (outcome: Encoded) => finish(() => resolve(outcome))
      const onError = () => finish(() => reject(new AppError('UNAVAILABLE')))
      const onExit = (_code: number | null, signal: NodeJS.Signals | null) => {
        if (isClosed || SENT_SIGNALS.has(signal)) onError()
        else finish(() => resolve({ fault: 'unreadable', processorMs: encodeMs }))
      }
      const timer = setTimeout(() => {
        finish(() => void end().then(() => resolve({ fault: 'slow', processorMs: encodeMs })))
      }, encodeMs)
      encoder.once('message', onMessage).once('exit', onExit).once('error', onError)
      encoder.send(order, (error) => error && onError())
    })
  }

  async function encode(bytes: Uint8Array, sides: readonly number[], charge: Charge): Promise<Uint8Array[]> {
    if (isClosed) throw new AppError('UNAVAILABLE')
    const outcome = await ask({ bytes, pixels, sides })
    charge(outcome.processorMs)
    idle = setTimeout(() => void end(), idleMs).unref()
    if ('fault' in outcome) throw new AppError(FAULTS[outcome.fault])
    return outcome.images
  }

  return {
    encode(bytes, sides, charge = () => {}) {
      const mine = last.then(() => encode(bytes, sides, charge))
      last = mine.catch(() => {})
      return mine
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await end()
    },
  }
}
