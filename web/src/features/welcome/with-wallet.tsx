import { AUTH_RULES } from '@aura/api/rules/auth'
import { LinkWalletButton } from '#features/auth'
import { useParts } from '#lib/use-parts'
import styles from './welcome.module.css'

export function WithWallet({ isBonusPaid }: { isBonusPaid: boolean }) {
  const benefits = useParts().flatMap(({ walletBenefits = [] }) => walletBenefits)
  return (
    <section className={styles.wallet} aria-labelledby="with-wallet">
      <h2 id="with-wallet">A wallet adds</h2>
      <ul>
        {!isBonusPaid && <li>{AUTH_RULES.walletBonusAp} Aura Points (AP) for your first one, paid once.</li>}
        <li>Battles: stake AP, and redeem the Steeze you earn for USDC.</li>
        {benefits.map(({ title, note }) => (
          <li key={title}>{note}</li>
        ))}
      </ul>
      <LinkWalletButton kind="secondary" />
    </section>
  )
}
