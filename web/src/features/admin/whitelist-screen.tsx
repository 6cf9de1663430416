import { Lock, LockOpen } from 'lucide-react'
import { useConfig } from '#lib/use-config'
import { Badge } from '#ui/feedback/badge'
import { AddWallet } from './add-wallet.tsx'
import styles from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { CheckAccess } from './check-access.tsx'
import { WhitelistList } from './whitelist-list.tsx'

export default function WhitelistScreen() {
  const { data: config } = useConfig()
  return (
    <AdminFrame
      title="Beta Access Management"
      aside={
        config && (
          <Badge>
            {config.betaAccess === 'closed' ? (
              <Lock size={14} aria-hidden="true" />
            ) : (
              <LockOpen size={14} aria-hidden="true" />
            )}
            Beta access: {config.betaAccess}
          </Badge>
        )
      }
    >
      <div className={styles.forms}>
        <AddWallet />
        <CheckAccess />
      </div>
      <WhitelistList />
    </AdminFrame>
  )
}
