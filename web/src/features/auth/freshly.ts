import { errorCode } from '#lib/api-error'

type Hear = (settle: (isFresh: boolean) => void) => void
let hear: Hear | null = null

/** Registers the dialog that asks for a fresh sign-in. Returns how to unregister. */
export function onFreshSignInWanted(next: Hear): () => void {
  hear = next
  return () => {
    if (hear === next) hear = null
  }
}

/**
 * Runs work that needs a fresh sign-in. If the server refuses it, asks for a new signature and repeats it.
 * Throws the refusal when the user declines, and whatever the work throws.
 */
export async function freshly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) !== 'FRESH_SIGN_IN_REQUIRED' || !hear) throw error
    const ask = hear
    if (!(await new Promise<boolean>((settle) => ask(settle)))) throw error
    return work()
  }
}
