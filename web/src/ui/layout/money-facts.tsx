import type { ReactNode } from 'react'
import { Facts } from '../overlay/confirm-dialog.tsx'
import styles from './money-facts.module.css'

interface MoneyFactsProps {
  /** What goes out, what arrives, and what is lost between. */
  facts?: readonly (readonly [string, string])[]
  /** What the wallet's prompt will name. */
  contract?: { name: string; address: string } | undefined
  /** What can't be taken back, and limits. */
  children?: ReactNode
}

/** Says what a payment means in money before it is made: its facts, what can't be taken back, or both. */
export function MoneyFacts({ facts = [], contract, children }: MoneyFactsProps) {
  return (
    <div className={styles.money}>
      {facts.length > 0 && <Facts facts={facts} />}
      {children}
      {contract && (
        <p>
          Your wallet’s prompt is for the contract <b>{contract.name}</b>, <code>{contract.address}</code>
        </p>
      )}
    </div>
  )
}
