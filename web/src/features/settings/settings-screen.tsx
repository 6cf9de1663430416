import { type ComponentType, type ReactElement, Suspense } from 'react'
import { useFeatures } from '#lib/features-context'
import { useParts } from '#lib/use-parts'
import { DataCard } from './data-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { RelatedAccountsCard } from './related-accounts-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import styles from './settings.module.css'
import { SettingsPages } from './settings-pages.tsx'
import { SocialCard } from './social-card.tsx'
import { ThemeCard } from './theme-card.tsx'
import { TimeZoneCard } from './time-zone-card.tsx'
import { WalletBenefits } from './wallet-benefits.tsx'
import { WalletCard } from './wallet-card.tsx'

declare module '#lib/feature' {
  interface Feature {
    /** A separate card above the sessions. Loaded with `lazy`. */
    readonly SettingsCard?: ComponentType
  }
}

declare module '#lib/parts' {
  interface Parts {
    /** The same, without a place among the first scripts. */
    readonly settingsCard?: ReactElement
    /** The card below the passkeys. */
    readonly keysCard?: ReactElement
  }
}

export default function SettingsScreen() {
  const parts = useParts()
  return (
    <main className={`page ${styles.screen}`}>
      <h1 className={`h1 ${styles.title}`}>Account Settings</h1>
      <ProfileCard />
      <SocialCard />
      <WalletCard />
      <PasskeysCard />
      {parts.map(
        ({ keysCard }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the features never change
          keysCard && <Suspense key={at}>{keysCard}</Suspense>,
      )}
      <WalletBenefits />
      <SettingsPages />
      <TimeZoneCard />
      <ThemeCard />
      <NotificationsCard />
      {useFeatures().map(
        ({ name, SettingsCard }) =>
          SettingsCard && (
            <Suspense key={name}>
              <SettingsCard />
            </Suspense>
          ),
      )}
      <RelatedAccountsCard />
      {parts.map(
        ({ settingsCard }, at) =>
          settingsCard && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the features never change
            <Suspense key={at}>{settingsCard}</Suspense>
          ),
      )}
      <SessionsCard />
      <DataCard />
    </main>
  )
}
