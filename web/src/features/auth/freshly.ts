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

/** Repeats work after a new signature if it needs a fresh sign-in. Throws the refusal when the user declines. */
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
