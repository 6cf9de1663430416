import { errorCode } from '#lib/api-error'

type AskSignIn = (settle: (isFresh: boolean) => void) => void
let askSignIn: AskSignIn | null = null
/** The open question, shared by all work that needs a fresh sign-in. */
let pending: { response: Promise<boolean>; settle: (isFresh: boolean) => void } | null = null

/** Registers the dialog for fresh sign-ins. Returns a function that unregisters it and declines. */
export function onFreshSignInWanted(next: AskSignIn): () => void {
  askSignIn = next
  return () => {
    if (askSignIn !== next) return
    askSignIn = null
    pending?.settle(false)
  }
}

/** Repeats work after a new signature if it needs one. Throws the refusal if declined or without a dialog. */
export async function freshly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) !== 'FRESH_SIGN_IN_REQUIRED') throw error
    if (!askSignIn || !(await asked(askSignIn))) throw error
    return work()
  }
}

function asked(ask: AskSignIn): Promise<boolean> {
  if (pending) return pending.response
  let settle: (isSigned: boolean) => void = () => undefined
  const response = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  const mine = { response, settle }
  pending = mine
  void response.then(() => {
    if (pending === mine) pending = null
  })
  ask(settle)
  return response
}
