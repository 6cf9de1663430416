import { toast } from '#ui/feedback/toast'

const WAIT_MS = 500

/**
 * Tells the user that they are signed out, then goes to sign-in, half a second after the message is painted. Returns a
 * function that cancels it.
 */
export function leaveForLogin(go: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isThere = true
  const dismiss = toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    kind: 'destructive',
    onShown: () => {
      if (isThere) timer = setTimeout(go, WAIT_MS)
    },
  })
  return () => {
    isThere = false
    clearTimeout(timer)
    dismiss()
  }
}
