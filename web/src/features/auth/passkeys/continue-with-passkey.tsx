import { KeyRound } from 'lucide-react'
import { useConfig } from '#lib/use-config'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import styles from '../join.module.css'

/** Browsers know passkeys on secure pages only. */
const isSupported = () => typeof PublicKeyCredential !== 'undefined'

export function ContinueWithPasskey({ onPress }: { onPress: () => void }) {
  const { data: config, isPending } = useConfig()
  if (!isSupported()) return null
  if (isPending) return <Skeleton className={`${styles.passkey}`} />
  if (!config?.passkeys) return null
  return (
    <Button size={56} className={styles.passkey ?? ''} onClick={onPress}>
      <KeyRound size={20} strokeWidth={1.75} aria-hidden="true" />
      Continue with a passkey
    </Button>
  )
}
