import { errorCode } from '#lib/api-error'

type Hear = (settle: (isFresh: boolean) => void) => void
let hear: Hear | null = null

/** Lets a dialog answer for a fresh sign-in; returns how to stop. */
export function onFreshSignInWanted(next: Hear): () => void {
  hear = next
  return () => {
    if (hear === next) hear = null
  }
}

/**
 * Does something that needs a fresh sign-in: where the server refuses it for want of one, asks the person to sign again
 * and then repeats it. Throws the refusal where they did not, and what the work throws.
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
