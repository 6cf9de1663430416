import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'
import styles from './demo-wallet.module.css'
import type { DemoWalletPrompts } from './provider.ts'
import { type PurseDeps, PurseWindow } from './purse-window.tsx'
import { short } from './short.ts'

export const demoWalletPrompts: DemoWalletPrompts = {
  chooseAccount: (accounts, current) =>
    ask<DemoAccount | null>(null, (answer) => <Connect accounts={accounts} current={current} onAnswer={answer} />),
  confirmSignature: (account, text, onSwitch) =>
    ask<boolean>(false, (answer) => (
      <Sign
        account={account}
        text={text}
        onAnswer={answer}
        onSwitch={(to) => {
          onSwitch(to)
          answer(false)
        }}
      />
    )),
  confirmTransaction: (account, words) =>
    ask<boolean>(false, (answer) => <Send account={account} words={words} onAnswer={answer} />),
}

export const openPurse = (account: DemoAccount, deps: PurseDeps): Promise<null> =>
  ask<null>(null, (answer) => <PurseWindow account={account} deps={deps} onClose={() => answer(null)} />)

let lastAsked: Promise<unknown> = Promise.resolve()

function ask<T>(refusal: T, content: (answer: (value: T) => void) => ReactNode): Promise<T> {
  const asked = lastAsked.then(
    () =>
      new Promise<T>((resolve) => {
        const host = document.body.appendChild(document.createElement('div'))
        const root = createRoot(host)
        const answer = (value: T) => {
          root.unmount()
          host.remove()
          resolve(value)
        }
        root.render(<WalletWindow onRefuse={() => answer(refusal)}>{content(answer)}</WalletWindow>)
      }),
  )
  lastAsked = asked
  return asked
}

function WalletWindow({ onRefuse, children }: { onRefuse: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.wallet}
      aria-label="Aura Demo Wallet"
      // Escape must not close a dialog of the page as well.
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault()
        onRefuse()
      }}
    >
      <p className={styles.bar}>Aura Demo Wallet — test accounts only</p>
      {children}
    </dialog>
  )
}

interface ConnectProps {
  accounts: readonly DemoAccount[]
  current: DemoAccount
  onAnswer: (account: DemoAccount | null) => void
}

function Connect({ accounts, current, onAnswer }: ConnectProps) {
  const [chosen, setChosen] = useState(current)
  const group = useId()
  return (
    <form className={styles.body} onSubmit={answering(() => onAnswer(chosen))}>
      <h2>Connect to {location.host}</h2>
      <fieldset className={styles.list}>
        <legend>The page will see the account you choose.</legend>
        {accounts.map((account) => (
          <label key={account.address} className={styles.row}>
            <input type="radio" name={group} checked={account === chosen} onChange={() => setChosen(account)} />
            {account.name}
            <code>{short(account.address)}</code>
          </label>
        ))}
      </fieldset>
      <Answers yes="Connect" onNo={() => onAnswer(null)} />
    </form>
  )
}

interface SignProps {
  account: DemoAccount
  text: string
  onAnswer: (agreed: boolean) => void
  onSwitch: (to: DemoAccount) => void
}

function Sign({ account, text, onAnswer, onSwitch }: SignProps) {
  return (
    <form className={styles.body} onSubmit={answering(() => onAnswer(true))}>
      <h2>Sign this message?</h2>
      <label>
        Account
        <select
          value={account.address}
          onChange={(event) => {
            const to = DEMO_ACCOUNTS.find((a) => a.address === event.target.value)
            if (to) onSwitch(to)
          }}
        >
          {DEMO_ACCOUNTS.map(({ address, name }) => (
            <option key={address} value={address}>
              {name} {short(address)}
            </option>
          ))}
        </select>
      </label>
      {/* Scrollable regions must be focusable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={styles.text} tabIndex={0} aria-label="Message to sign">
        {text}
      </section>
      <Answers yes="Sign" onNo={() => onAnswer(false)} />
    </form>
  )
}

interface SendProps {
  account: DemoAccount
  words: readonly string[]
  onAnswer: (agreed: boolean) => void
}

function Send({ account, words, onAnswer }: SendProps) {
  return (
    <form className={styles.body} onSubmit={answering(() => onAnswer(true))}>
      <h2>Send this transaction?</h2>
      <p className={styles.line}>
        From {account.name} <code>{short(account.address)}</code>
      </p>
      {/* Scrollable regions must be focusable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={styles.text} tabIndex={0} aria-label="What it does">
        {words.join('\n')}
      </section>
      <Answers yes="Confirm" onNo={() => onAnswer(false)} />
    </form>
  )
}

function Answers({ yes, onNo }: { yes: string; onNo: () => void }) {
  return (
    <div className={styles.actions}>
      <button type="button" onClick={onNo}>
        Reject
      </button>
      <button type="submit" className={styles.yes}>
        {yes}
      </button>
    </div>
  )
}

const answering = (answer: () => void) => (event: FormEvent) => {
  event.preventDefault()
  answer()
}
