import { DataCard } from './data-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import styles from './settings.module.css'
import { SettingsPages } from './settings-pages.tsx'
import { SocialCard } from './social-card.tsx'
import { ThemeCard } from './theme-card.tsx'
import { TimeZoneCard } from './time-zone-card.tsx'
import { WalletBenefits } from './wallet-benefits.tsx'
import { WalletCard } from './wallet-card.tsx'

export default function SettingsScreen() {
  return (
    <main className={`page ${styles.screen}`}>
      <h1 className={`h1 ${styles.title}`}>Account Settings</h1>
      <ProfileCard />
      <SocialCard />
      <WalletCard />
      <WalletBenefits />
      <SettingsPages />
      <TimeZoneCard />
      <ThemeCard />
      <NotificationsCard />
      <SessionsCard />
      <DataCard />
    </main>
  )
}
