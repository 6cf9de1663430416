export interface BrokenPromise {
  promise: string
  subject: string
  detail: string
}

/** More findings of the same kind add no information. */
const MAX_OF_EACH = 20

export class Findings<Promised extends string> {
  readonly #found: Map<Promised, BrokenPromise[]>

  constructor(promises: readonly Promised[]) {
    this.#found = new Map(promises.map((promise) => [promise, []]))
  }

  add(promise: Promised, subject: string, detail: string): void {
    const found = this.#found.get(promise)
    if (!found || found.length >= MAX_OF_EACH) return
    // Ranges may overlap: a hold is read with each transfer that names it.
    const isKnown = found.some((known) => known.subject === subject && known.detail === detail)
    if (!isKnown) found.push({ promise, subject, detail })
  }

  addAll(promise: Promised, rows: readonly { subject: string; detail: string }[]): void {
    for (const { subject, detail } of rows) this.add(promise, subject, detail)
  }

  all(): BrokenPromise[] {
    return [...this.#found.values()].flat()
  }
}
