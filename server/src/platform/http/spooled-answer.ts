import { type FileHandle, mkdtemp, open, rmdir, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'

export interface Spool {
  append(text: string): Promise<void>
  /** Discards the appended text, as a retried transaction must. */
  restart(): Promise<void>
}

/** A response too large for memory, as JSON in a file. The call's schema is not applied; the writer must follow it. */
export class SpooledAnswer {
  readonly #file: FileHandle

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Lets `write` fill a nameless file, gone once sent or the process ends. Throws the error of `write`. */
  static async writtenBy(write: (spool: Spool) => Promise<void>): Promise<SpooledAnswer> {
    const file = await openNameless()
    try {
      await write({ append: (text) => file.appendFile(text), restart: () => file.truncate() })
      return new SpooledAnswer(file)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** Sends the response. Works once. */
  async send(reply: FastifyReply): Promise<FastifyReply> {
    const { size } = await this.#file.stat()
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-length', size)
      .send(this.#file.createReadStream({ start: 0 }))
  }
}

async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'aura-answer-'))
  const path = join(folder, 'answer')
  const file = await open(path, 'ax+', 0o600)
  await unlink(path)
  await rmdir(folder)
  return file
}
