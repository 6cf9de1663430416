import { preloadToast, toast } from '#ui/feedback/toast'

/** Long enough to read why. */
const WAIT_MS = 500

/** Says that nobody is signed in, and then goes; answers how to stay after all. */
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
  // Its code first: half a second is too short to wait for that as well.
  void preloadToast()
    .catch(() => undefined)
    .then(() => isThere && tell())
  return () => {
    isThere = false
    clearTimeout(timer)
  }
}
