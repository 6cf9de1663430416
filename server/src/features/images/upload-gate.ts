import { AppError } from '#platform/app-error'

interface GateLimits {
  uploads: number
  uploadsWaiting: number
  uploadWaitMs: number
}

/** Admits uploads in order, one per user. The rest wait with their bytes unread, which bounds memory. */
export class UploadGate {
  readonly #limits: GateLimits
  readonly #users = new Set<string>()
  readonly #waiting: (() => void)[] = []
  #inside = 0

  constructor(limits: GateLimits) {
    this.#limits = limits
  }

  /** Runs an upload. Throws IMAGE_UPLOADING for a user's second upload, IMAGE_BUSY if too many wait. */
  async pass<T>(userId: string, work: () => Promise<T>): Promise<T> {
    if (this.#users.has(userId)) throw new AppError('IMAGE_UPLOADING')
    this.#users.add(userId)
    try {
      await this.#enter()
      try {
        return await work()
      } finally {
        this.#leave()
      }
    } finally {
      this.#users.delete(userId)
    }
  }

  #enter(): Promise<void> {
    const { uploads, uploadsWaiting, uploadWaitMs } = this.#limits
    if (this.#inside < uploads) {
      this.#inside += 1
      return Promise.resolve()
    }
    if (this.#waiting.length >= uploadsWaiting) throw new AppError('IMAGE_BUSY')
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        reject(new AppError('IMAGE_BUSY'))
      }, uploadWaitMs)
      this.#waiting.push(enter)
    })
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#inside -= 1
  }
}
