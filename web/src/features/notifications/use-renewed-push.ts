import { useEffect } from 'react'
import { useConfig } from '#lib/use-config'

/** Once a page: the server learns of it if this browser takes messages elsewhere now. */
export function useRenewedPush(): void {
  const publicKey = useConfig().data?.push?.publicKey
  useEffect(() => {
    if (publicKey === undefined) return
    // Nothing anybody waits for, and the next page tries again.
    import('./push-here.ts').then(({ renewPush }) => renewPush(publicKey)).catch(() => {})
  }, [publicKey])
}
