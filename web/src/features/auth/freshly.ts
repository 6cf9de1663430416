import { errorCode } from '#lib/api-error'

type Hear = (settle: (isFresh: boolean) => void) => void
let hear: Hear | null = null
const waiting = new Set<(hear: Hear) => void>()

/** The dialog's code is loaded beside the screen, and somebody may be quicker. */
const DIALOG_LIMIT_MS = 10_000

/** Registers the dialog that asks for a fresh sign-in. Returns how to unregister. */
export function onFreshSignInWanted(next: Hear): () => void {
  hear = next
  for (const resolve of waiting) resolve(next)
  waiting.clear()
  return () => {
    if (hear === next) hear = null
  }
}

/**
 * Repeats work after a new signature if it needs a fresh sign-in. Throws the refusal when the user declines, or when no
 * dialog can ask them.
 */
export async function freshly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) !== 'FRESH_SIGN_IN_REQUIRED') throw error
    const ask = hear ?? (await dialogMounted())
    if (!ask || !(await new Promise<boolean>((settle) => ask(settle)))) throw error
    return work()
  }
}

const dialogMounted = (): Promise<Hear | null> =>
  new Promise((resolve) => {
    const mounted = (next: Hear) => {
      clearTimeout(timer)
      resolve(next)
    }
    const timer = setTimeout(() => {
      waiting.delete(mounted)
      resolve(null)
    }, DIALOG_LIMIT_MS)
    waiting.add(mounted)
  })
