import { errorCode } from '#lib/api-error'

type AskSignIn = (settle: (isFresh: boolean) => void) => void
let askSignIn: AskSignIn | null = null
const waiting = new Set<(askSignIn: AskSignIn) => void>()
/** The open question, shared by all work that needs a fresh sign-in. */
let pending: { response: Promise<boolean>; settle: (isFresh: boolean) => void } | null = null

/** The dialog's code is loaded after the screen, and the user may be quicker. */
const DIALOG_LIMIT_MS = 10_000

/** Registers the dialog for fresh sign-ins. Returns a function that unregisters it and declines. */
export function onFreshSignInWanted(next: AskSignIn): () => void {
  askSignIn = next
  for (const resolve of waiting) resolve(next)
  waiting.clear()
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
    const ask = askSignIn ?? (await dialogMounted())
    if (!ask || !(await asked(ask))) throw error
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

const dialogMounted = (): Promise<AskSignIn | null> =>
  new Promise((resolve) => {
    const mounted = (next: AskSignIn) => {
      clearTimeout(timer)
      resolve(next)
    }
    const timer = setTimeout(() => {
      waiting.delete(mounted)
      resolve(null)
    }, DIALOG_LIMIT_MS)
    waiting.add(mounted)
  })
