const POLL_MS = 50
const LIMIT_MS = 180_000

/** Asks until it is so. Throws after three minutes, naming `what`. */
export async function settled(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const endAtMs = Date.now() + LIMIT_MS; Date.now() < endAtMs; ) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`${what}: not within ${LIMIT_MS / 1_000} s`)
}
