import { useEffect, useState } from 'react'
import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'
import styles from './demo-wallet.module.css'
import { short } from './short.ts'
import type { Purse } from './transactions.ts'

export interface PurseDeps {
  purse(account: DemoAccount): Promise<Purse>
  topUp(account: DemoAccount): Promise<void>
  onSwitch(to: DemoAccount): void
}

interface PurseWindowProps {
  account: DemoAccount
  deps: PurseDeps
  onClose: () => void
}

export function PurseWindow({ account: first, deps, onClose }: PurseWindowProps) {
  const [account, setAccount] = useState(first)
  const { text, isBusy, fill } = usePurse(account, deps)
  return (
    <div className={styles.body}>
      <h2>Accounts and test money</h2>
      <label>
        Account
        <select
          value={account.address}
          onChange={(event) => {
            const to = DEMO_ACCOUNTS.find(({ address }) => address === event.target.value)
            if (!to) return
            setAccount(to)
            deps.onSwitch(to)
          }}
        >
          {DEMO_ACCOUNTS.map(({ address, name }) => (
            <option key={address} value={address}>
              {name} {short(address)}
            </option>
          ))}
        </select>
      </label>
      <p className={styles.line} role="status">
        {text}
      </p>
      <div className={styles.actions}>
        <button type="button" onClick={onClose}>
          Close
        </button>
        <button type="button" className={styles.yes} disabled={isBusy} onClick={fill}>
          Get 1,000 USDC
        </button>
      </div>
      <p className={styles.line}>Test USDC and ETH of the local chain. They are worth nothing.</p>
    </div>
  )
}

function usePurse(account: DemoAccount, { purse, topUp }: PurseDeps) {
  const [text, setText] = useState('Looking…')
  const [fills, setFills] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes after every top-up
  useEffect(() => {
    let isCurrent = true
    purse(account).then(
      (has) => isCurrent && setText(words(has)),
      () => isCurrent && setText('The local chain isn’t responding.'),
    )
    return () => {
      isCurrent = false
    }
  }, [account, fills, purse])
  const fill = async () => {
    setIsBusy(true)
    try {
      await topUp(account)
      setFills((count) => count + 1)
    } catch {
      setText('The local chain isn’t responding.')
    }
    setIsBusy(false)
  }
  return { text, isBusy, fill: () => void fill() }
}

const DOLLARS = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })
const ETHER = new Intl.NumberFormat('en')

function words({ ether, usdc }: Purse): string {
  return `${DOLLARS.format(Number(usdc / 10_000n) / 100)} USDC, ${ETHER.format(Number(ether / 10n ** 14n) / 10_000)} ETH`
}
