import { setTimeout as pause } from 'node:timers/promises'

const say = (line: string) => process.stdout.write(`${line}\n`)

const POLL_MS = 50
const LIMIT_MS = 180_000

/** Counts and prints checks; a failing one doesn't stop those after it. */
export class Checks {
  #passed = 0
  #failed = 0

  /** Runs a check and prints the text it returns as its measurement. Returns whether it passed. */
  async run(title: string, check: () => Promise<unknown>): Promise<boolean> {
    try {
      const measured = await check()
      this.#passed += 1
      say(`  ✓ ${title}${typeof measured === 'string' ? `: ${measured}` : ''}`)
      return true
    } catch (error) {
      this.#failed += 1
      say(`  ✗ ${title}: ${(error as Error).message}`)
      return false
    }
  }

  /** Prints the total and sets the exit code. */
  close(): void {
    say(`${this.#passed} passed, ${this.#failed} failed`)
    process.exitCode = this.#failed > 0 ? 1 : 0
  }
}

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** Throws unless both values are the same as JSON. */
export function same(found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${a} instead of ${b}`)
}

/** Polls until the condition holds. Throws after three minutes, naming `what`. */
export async function settled(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const endAtMs = Date.now() + LIMIT_MS; Date.now() < endAtMs; ) {
    if (await isSo()) return
    await pause(POLL_MS)
  }
  throw new Error(`${what}: not within ${LIMIT_MS / 1_000} s`)
}
