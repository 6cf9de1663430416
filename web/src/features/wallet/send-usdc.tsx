import { parseAmount, USDC } from '@aura/api/amounts'
import { formatUsdc, usdcPlain } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { User } from '#features/auth'
import type { ErrorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { confirmingText } from '#payments/confirming-text.ts'
import { recipientProblem } from '#payments/recipient.ts'
import { CLOSED } from '#payments/relayed/fee-note.tsx'
import { FormerPasskeys } from '#payments/relayed/former-passkeys.tsx'
import type { PasskeyAccount } from '#payments/relayed/use-passkey-account.ts'
import { useConfirmations } from '#payments/use-confirmations.ts'
import { useOwnContracts } from '#payments/use-own-contracts.ts'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { Checkbox } from '#ui/forms/check'
import { Field } from '#ui/forms/field'
import { MessageLine } from '#ui/forms/field-frame'
import { MoneyFacts } from '#ui/layout/money-facts'
import { type SentUsdc, sendTracker } from './send-tracker.ts'
import { useSend } from './use-send.ts'
import styles from './wallet.module.css'

interface SendUsdcProps {
  user: User
  account: PasskeyAccount
  balanceMicros: number | null
  /** Whether Aura hands payments in. */
  isOn: boolean
}

/** The pressed button is gone by then. */
const focus = (section: HTMLElement | null) => section?.focus()

/** Sends USDC out of an account of passkeys: an address and an amount, a last look, a prompt. */
export function SendUsdc({ user, account, balanceMicros, isOn }: SendUsdcProps) {
  const vouch = useQuery(read('GET /api/vouch/contract-info')).data
  const contracts = useOwnContracts()
  const [to, setTo] = useState('')
  const [amount, setAmount] = useState('')
  const [isReviewing, setReviewing] = useState(false)
  const [asked, setAsked] = useState(false)
  const [isSure, setSure] = useState(false)
  const [sent, setSent] = useState<SentUsdc>()
  const { step, isSent, problem, refuse, send, restart, forgetProblem } = useSend(user.id)
  const [pending] = useConfirmations(user.id, sendTracker, {
    onCredited(payment) {
      setSent(payment)
      setTo('')
      setAmount('')
      setAsked(false)
      setReviewing(false)
    },
    onFailed: (text: ErrorText) => refuse(text),
  })
  const entered = parseAmount(amount, USDC)
  const micros = entered.value || null
  const wrongAddress = recipientProblem(to, { own: account.walletAddress, contracts })
  const wrongAmount = amountProblem(micros, entered.problem, balanceMicros)
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    setAsked(false)
    setSure(false)
    setSent(undefined)
    restart()
    forgetProblem()
  }
  const review = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (wrongAddress === null && wrongAmount === null) setReviewing(true)
  }
  const recipient = useQuery({
    ...read('GET /api/account/recipient', undefined, { address: to.trim() }),
    enabled: isReviewing && wrongAddress === null,
  })
  const isContract = recipient.data?.isContract === true
  const message = problem && `${problem.title}: ${problem.description}`
  if (pending) {
    return (
      <Notice tone="info" title={`Sending ${formatUsdc(pending.payment.usdcMicros)} USDC`}>
        <p aria-live="polite">{confirmingText(pending)}. You can close this.</p>
      </Notice>
    )
  }
  if (isReviewing && micros !== null && vouch?.usdcAddress) {
    const usdc = vouch.usdcAddress
    const pay = () =>
      void send({
        ...{ account, usdc, chainId: vouch.chainId, to: to.trim(), usdcMicros: micros },
        isRestricted: user.restriction !== null,
      })
    return (
      <section ref={focus} tabIndex={-1} className={styles.form} aria-label="Check before sending">
        <Recipient address={to.trim()} />
        <MoneyFacts
          facts={[
            ['You send', `${formatUsdc(micros)} USDC`],
            ...(balanceMicros === null ? [] : [['You keep', `${formatUsdc(balanceMicros - micros)} USDC`] as const]),
            ['Network fee', 'Aura pays it'],
          ]}
        >
          <p>This can’t be taken back. Check the address in the place you copied it from.</p>
        </MoneyFacts>
        <div aria-live="polite" className={styles.warning}>
          {isContract && (
            <>
              <Notice tone="warn" title="There is a contract at this address">
                Many contracts can’t pass USDC on, and what they get is lost. Exchanges and contract wallets tell you if
                theirs is one.
              </Notice>
              <Checkbox
                label="I know this contract, and it takes USDC"
                checked={isSure}
                onChange={setSure}
                disabled={step !== null || isSent}
              />
            </>
          )}
          {recipient.error && (
            <MessageLine
              message={{ tone: 'hint', text: 'Aura couldn’t check whether there is a contract at this address.' }}
            />
          )}
        </div>
        <div role="alert">
          <MessageLine message={message ? { tone: 'danger', text: message } : null} />
        </div>
        <div className={styles.actions}>
          <Button kind="secondary" disabled={step !== null} onClick={() => setReviewing(false)}>
            Back
          </Button>
          <Button
            busy={(step !== null || isSent) && 'Sending...'}
            disabled={recipient.isLoading || (isContract && !isSure)}
            onClick={pay}
          >
            Send {usdcPlain(micros)} USDC
          </Button>
        </div>
      </section>
    )
  }
  return (
    <form className={styles.form} noValidate onSubmit={review} aria-label="Send USDC">
      <FormerPasskeys />
      {sent && (
        <Notice tone="ok" title={`You sent ${formatUsdc(sent.usdcMicros)} USDC`}>
          <span className="break-all">To {sent.to}</span>
        </Notice>
      )}
      <Field
        label="Address"
        value={to}
        onText={change(setTo)}
        placeholder="0x..."
        autoComplete="off"
        spellCheck={false}
        error={asked ? (wrongAddress ?? undefined) : undefined}
        hint="A wallet on the same network. Aura can’t get USDC back from a wrong address."
      />
      <Field
        label="USDC"
        value={amount}
        onText={change(setAmount)}
        inputMode="decimal"
        placeholder="1.0"
        autoComplete="off"
        error={asked ? (wrongAmount ?? undefined) : undefined}
        after={
          balanceMicros !== null && (
            <button type="button" className={styles.max} onClick={() => change(setAmount)(usdcPlain(balanceMicros))}>
              Use Max
            </button>
          )
        }
      />
      <div role="alert">
        <MessageLine message={message ? { tone: 'danger', text: message } : null} />
      </div>
      {!isOn && (
        <Notice tone="warn" title={CLOSED.title}>
          {CLOSED.description}
        </Notice>
      )}
      <Button type="submit" disabled={!isOn}>
        Continue
      </Button>
    </form>
  )
}

function amountProblem(micros: number | null, problem: string | null, balanceMicros: number | null): string | null {
  if (micros === null) return problem ?? 'Enter more than nothing.'
  if (balanceMicros !== null && micros > balanceMicros) return `You have ${usdcPlain(balanceMicros)} USDC.`
  return null
}

/** Whom an address belongs to, as far as Aura knows. */
function Recipient({ address }: { address: string }) {
  const { data } = useQuery(read('GET /api/users/search', undefined, { q: address.toLowerCase() }))
  const person = data?.find(({ walletAddress }) => walletAddress?.toLowerCase() === address.toLowerCase())
  return (
    <div>
      <p className="text-sm text-ink-2">To</p>
      <p className="num break-all">{address}</p>
      <p className="text-sm" aria-live="polite">
        {person ? (
          <>
            <b>{person.username}</b> on Aura
          </>
        ) : (
          data && 'Nobody on Aura has this address.'
        )}
      </p>
    </div>
  )
}
