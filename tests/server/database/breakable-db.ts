import type { Db } from '../../../server/src/platform/db/db.ts'

export class BreakableDb {
  #everything: Error | undefined
  #nextCommit: { error: Error; isKept: boolean } | undefined

  wrap = (real: Db): Db => ({
    ...real,
    query: (text, values) => this.#unlessDown(() => real.query(text, values)),
    tx: (work) =>
      this.#unlessDown(async () => {
        let failure: { error: Error; isKept: boolean } | undefined
        const answer = await real.tx(async (tx) => {
          let isReadOnly = false
          const query: typeof tx.query = (text, values) => {
            if (/^set transaction .*read only/.test(text)) isReadOnly = true
            return tx.query(text, values)
          }
          const result = await work({ ...tx, query })
          if (isReadOnly) return result
          failure = this.#nextCommit
          this.#nextCommit = undefined
          if (failure && !failure.isKept) throw failure.error
          return result
        })
        if (failure) throw failure.error
        return answer
      }),
  })

  /** Makes every use fail until `mend`. */
  break(error: Error): void {
    this.#everything = error
  }

  mend(): void {
    this.#everything = undefined
  }

  /**
   * Makes the next writing transaction fail at its end: rolled back, or committed with the response lost (`isKept`).
   */
  failNextCommit(error: Error, { isKept = false } = {}): void {
    this.#nextCommit = { error, isKept }
  }

  async #unlessDown<T>(use: () => Promise<T>): Promise<T> {
    if (this.#everything) throw this.#everything
    return use()
  }
}
