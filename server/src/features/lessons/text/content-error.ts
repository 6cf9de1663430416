/** A mistake in a file of `content/`, with file and line. */
export class ContentError extends Error {
  constructor(file: string, line: number, problem: string) {
    super(`${file}:${line}: ${problem}`)
  }
}
