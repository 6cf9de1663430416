import { preloadToast, toast } from '#ui/feedback/toast'

const WAIT_MS = 500

/** Tells the user that they are signed out, then goes to sign-in. Returns a function that cancels it. */
export function leaveForLogin(go: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    toast({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
      kind: 'destructive',
    })
    timer = setTimeout(go, WAIT_MS)
  }
  let isThere = true
  // Load the toast first: half a second is too short to wait for its code as well.
  void preloadToast()
    .catch(() => undefined)
    .then(() => isThere && tell())
  return () => {
    isThere = false
    clearTimeout(timer)
  }
}
