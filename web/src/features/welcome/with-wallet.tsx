import { RULES } from '@aura/api/rules'
import { Suspense, useState } from 'react'
import { LinkWalletDialog } from '#features/auth'
import { useParts } from '#lib/use-parts'
import { Button } from '#ui/forms/button'
import styles from './welcome.module.css'

/** What a wallet adds, for those who joined without one. */
export function WithWallet() {
  const benefits = useParts().flatMap(({ walletBenefits = [] }) => walletBenefits)
  const [isOpen, setOpen] = useState(false)
  // Lazy, and kept mounted for the closing animation.
  const [wasOpen, setWasOpen] = useState(false)
  const open = () => {
    setWasOpen(true)
    setOpen(true)
  }
  return (
    <section className={styles.wallet} aria-labelledby="with-wallet">
      <h2 id="with-wallet">A wallet adds</h2>
      <ul>
        <li>{RULES.walletBonusAp} Aura Points (AP) for your first one, paid once.</li>
        <li>Battles: stake AP, and redeem the Steeze you earn for USDC.</li>
        {benefits.map(({ title, note }) => (
          <li key={title}>{note}</li>
        ))}
      </ul>
      <Button kind="secondary" onClick={open}>
        Connect Wallet
      </Button>
      {wasOpen && (
        <Suspense>
          <LinkWalletDialog open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
