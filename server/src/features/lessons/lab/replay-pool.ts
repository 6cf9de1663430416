import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '#platform/app-error'
import type { Clock } from '#platform/clock'
import { type Charge, FairGate, type WorkLimits } from '#platform/http/fair-gate'
import type { TranscriptJob, TranscriptResult } from './check-transcript.ts'
import type { ReplayDone, ReplayOrder } from './replay-worker.ts'

export interface ReplayLimits extends WorkLimits {
  /** Processor time after which a replay is stopped before its next action. */
  processorMs: number
  /** Milliseconds after which a thread that doesn't respond is ended, which costs its compiled code. */
  wallMs: number
}

/** Replays transcripts in threads, one at a time in each. One more thread than can be busy is kept ready. */
export class ReplayPool {
  readonly #limits: ReplayLimits
  readonly #workerUrl: URL
  readonly #gate: FairGate
  readonly #threads = new Set<Worker>()
  readonly #idle: Worker[] = []
  readonly #closing = new AbortController()

  constructor(
    limits: ReplayLimits,
    clock: Pick<Clock, 'elapsedMs'>,
    workerUrl = new URL('./replay-worker.ts', import.meta.url),
  ) {
    this.#limits = limits
    this.#workerUrl = workerUrl
    this.#gate = new FairGate(limits, { clock, busy: 'LAB_BUSY' })
  }

  /**
   * Replays a transcript. Unless it is stopped, the result depends on nothing but the job. Throws LAB_BUSY if the learner
   * or their address has used up its processor time or has too much waiting, if too much waits in all, or if the thread
   * had to be ended.
   */
  replay({ userId, ip }: { userId: string; ip: string }, job: TranscriptJob): Promise<TranscriptResult> {
    return this.#gate.pass(ip, (charge) => this.#run(job, charge), userId)
  }

  /** Starts a thread unless one runs, so that it has loaded when the first run comes. */
  prepare(): void {
    if (this.#threads.size === 0) this.#idle.push(this.#start())
  }

  /** Ends the threads. Replays in progress and waiting are refused as busy. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
  }

  async #run(job: TranscriptJob, charge: Charge): Promise<TranscriptResult> {
    const { processorMs } = this.#limits
    const done = await this.#ask({ job, processorMs }).catch((error: unknown) => {
      charge(processorMs)
      throw error
    })
    charge(done.processorMs)
    if ('fault' in done.result) throw new Error(done.result.fault)
    return done.result
  }

  async #ask(order: ReplayOrder): Promise<ReplayDone> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#limits.wallMs)])
    if (signal.aborted) throw new AppError('LAB_BUSY')
    const thread = this.#take()
    try {
      thread.postMessage(order)
      const [done] = (await once(thread, 'message', { signal })) as [ReplayDone]
      this.#idle.push(thread)
      return done
    } catch (error) {
      this.#threads.delete(thread)
      void thread.terminate()
      throw signal.aborted ? new AppError('LAB_BUSY') : error
    }
  }

  #take(): Worker {
    const thread = this.#idle.pop() ?? this.#start()
    const hasSpare = this.#idle.length > 0 || this.#threads.size > this.#limits.atOnce
    if (!hasSpare) this.#idle.push(this.#start())
    return thread
  }

  #start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }
    const thread = new Worker(this.#workerUrl, { resourceLimits })
    this.#threads.add(thread)
    thread.on('error', () => {
      this.#threads.delete(thread)
      if (this.#idle.includes(thread)) this.#idle.splice(this.#idle.indexOf(thread), 1)
    })
    // A replay in progress must not keep a stopping server alive.
    thread.unref()
    return thread
  }
}
