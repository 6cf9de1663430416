import { Worker } from 'node:worker_threads'
import { AppError } from '#platform/app-error'
import type { TranscriptJob, TranscriptResult } from './check-transcript.ts'
import type { ReplayMessage } from './replay-worker.ts'

export interface ReplayLimits {
  threads: number
  /** Waiting replays of a user, and of all users; more are refused. */
  maxWaitingPerUser: number
  maxWaiting: number
  /** Processor time of a replay, which a busy machine does not lengthen. */
  processorMs: number
  /** Milliseconds after which a thread that neither computes nor responds is ended. */
  wallMs: number
}

interface Task {
  userId: string
  job: TranscriptJob
  resolve(result: TranscriptResult): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  task?: Task | undefined
  timer?: NodeJS.Timeout | undefined
}

/** Replays transcripts in threads, one at a time in each, so that a replay can be ended. */
export class ReplayPool {
  private readonly limits: ReplayLimits
  private readonly workerUrl: URL
  private readonly threads = new Set<Thread>()
  private waiting: Task[] = []
  private isClosed = false

  constructor(limits: ReplayLimits, workerUrl = new URL('./replay-worker.ts', import.meta.url)) {
    this.limits = limits
    this.workerUrl = workerUrl
  }

  /** Replays a transcript. Throws LAB_BUSY if this user, or all users together, have too many waiting. */
  async replay(userId: string, job: TranscriptJob): Promise<TranscriptResult> {
    const running = [...this.threads].flatMap(({ task }) => task ?? [])
    const mine = [...running, ...this.waiting].filter((task) => task.userId === userId)
    const isFull = this.waiting.length >= this.limits.maxWaiting || mine.length >= this.limits.maxWaitingPerUser
    if (this.isClosed || isFull) throw new AppError('LAB_BUSY')
    return new Promise((resolve, reject) => {
      this.waiting.push({ userId, job, resolve, reject })
      this.assign()
    })
  }

  /** Ends the threads. Replays in progress are refused as busy. */
  async close(): Promise<void> {
    this.isClosed = true
    const threads = [...this.threads]
    this.threads.clear()
    const tasks = [...threads.flatMap(({ task }) => task ?? []), ...this.waiting]
    this.waiting = []
    for (const { timer } of threads) clearTimeout(timer)
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
    for (const { reject } of tasks) reject(new AppError('LAB_BUSY'))
  }

  private assign(): void {
    while (this.waiting.length > 0) {
      const idle = [...this.threads].find(({ task }) => !task)
      const thread = idle ?? (this.threads.size < this.limits.threads ? this.start() : undefined)
      const task = thread && this.waiting.shift()
      if (!thread || !task) return
      thread.task = task
      thread.worker.postMessage(task.job)
    }
  }

  private start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }
    const worker = new Worker(this.workerUrl, { resourceLimits })
    const thread: Thread = { worker }
    this.threads.add(thread)
    worker.on('error', (error) => this.replace(thread, ({ reject }) => reject(errorOf(error))))
    worker.on('message', (message: ReplayMessage) => {
      if (message === 'started') return void this.watch(thread)
      if ('fault' in message) this.finish(thread, ({ reject }) => reject(new Error(message.fault)))
      else this.finish(thread, ({ resolve }) => resolve(message))
      this.assign()
    })
    // A replay in progress must not keep a stopping server alive.
    worker.unref()
    return thread
  }

  /** Ends the thread once it has used up its job's processor time. */
  private async watch(thread: Thread): Promise<void> {
    const { task } = thread
    const until = performance.now() + this.limits.wallMs
    const before = await cpuMs(thread.worker)
    const look = async (): Promise<void> => {
      const used = (await cpuMs(thread.worker)) - before
      if (!task || thread.task !== task) return
      if (used >= this.limits.processorMs || performance.now() >= until) {
        this.replace(thread, ({ resolve }) => resolve({ outcome: 'refused', reason: 'limits' }))
      } else wait(this.limits.processorMs - used)
    }
    const wait = (ms: number): void => {
      if (task && thread.task === task) thread.timer = setTimeout(() => void look(), Math.max(1, ms)).unref()
    }
    wait(this.limits.processorMs)
  }

  private finish(thread: Thread, settle: (task: Task) => void): void {
    const { task } = thread
    clearTimeout(thread.timer)
    thread.task = undefined
    if (task) settle(task)
  }

  private replace(thread: Thread, settle: (task: Task) => void): void {
    if (!this.threads.delete(thread)) return
    this.finish(thread, settle)
    void thread.worker.terminate()
    this.assign()
  }
}

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Returns the processor time a thread has used; any value for an ended one, where it doesn't matter. */
async function cpuMs(worker: Worker): Promise<number> {
  const used = await worker.cpuUsage().catch(() => undefined)
  return used ? (used.user + used.system) / 1000 : 0
}
