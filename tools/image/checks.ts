const say = (line: string) => process.stdout.write(`${line}\n`)

/** Counts and prints checks; one that fails doesn't stop those after it. */
export class Checks {
  #passed = 0
  #failed = 0

  /** `check` returns what it measured, if anything. Returns whether it passed. */
  async run(title: string, check: () => Promise<string | undefined>): Promise<boolean> {
    try {
      const measured = await check()
      this.#passed += 1
      say(`  ✓ ${title}${measured === undefined ? '' : `: ${measured}`}`)
      return true
    } catch (error) {
      this.#failed += 1
      say(`  ✗ ${title}: ${(error as Error).message}`)
      return false
    }
  }

  /** Prints the sum and sets the exit code. */
  close(): void {
    say(`${this.#passed} passed, ${this.#failed} failed`)
    process.exitCode = this.#failed > 0 ? 1 : 0
  }
}

/** Throws unless both are the same, as JSON. */
export function same(found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${a} instead of ${b}`)
}
