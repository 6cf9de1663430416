import { levelOfStreak } from '@aura/api/levels'
import { formatUsdc, formatWhole, usdcPlain } from '@aura/api/money'
import { VOUCH_MULTIPLIERS, VOUCH_RULES } from '@aura/api/rules/vouching'
import { cleanLine } from '@aura/api/visible-text'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '#features/auth'
import { usePlaceBesideVouch } from '#features/standing'
import type { ErrorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useConfig } from '#lib/use-config'
import type { AnnouncedWallet } from '#lib/wallet/provider'
import { useRememberedWallet } from '#lib/wallet/remembered'
import { useWallets } from '#lib/wallet/use-wallets'
import { confirmingText } from '#payments/confirming-text.ts'
import { networkOfConfig } from '#payments/network.ts'
import { CLOSED, FeeNote, useFee } from '#payments/relayed/fee-note.tsx'
import { isHanded } from '#payments/relayed/handed-payment.ts'
import { usdcToken } from '#payments/relayed/usdc-token.ts'
import { usePasskeyAccount } from '#payments/relayed/use-passkey-account.ts'
import type { Confirmation } from '#payments/use-confirmations.ts'
import { useUsdcBalance } from '#payments/use-usdc-balance.ts'
import { LOOKING } from '#payments/wallet-gate.tsx'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { MessageLine } from '#ui/forms/field-frame'
import { NumberStepper } from '#ui/forms/number-stepper'
import { Segmented } from '#ui/forms/segmented'
import { MoneyFacts } from '#ui/layout/money-facts'
import { StepList } from '#ui/layout/step-list'
import { clampAmount } from '../../../ui/ticks.ts'
import styles from '../vouch.module.css'
import type { VouchedPair, VouchTarget } from '../vouch-target.ts'
import { auraFor, capText, countedUsdc, thanksText, todayText, uncountedText, usdcToTwo } from './amounts.ts'
import { isShort, vouchProblem } from './checks.ts'
import { useVouch } from './use-vouch.ts'
import { vouchSteps } from './vouch-steps.ts'

interface VouchFormProps {
  target: VouchTarget
  pair: VouchedPair
  confirming: Confirmation | undefined
  failed: ErrorText | null
  onTrying: (is: boolean) => void
}

export function VouchForm({ target, pair, confirming, failed, onTrying }: VouchFormProps) {
  const user = useCurrentUser()
  const { data: config, isLoading: isAskingConfig } = useConfig()
  const { data: contract, isLoading: isAskingContract } = useQuery(read('GET /api/vouch/contract-info'))
  const balance = useUsdcBalance(user.walletAddress)
  const wallet = useWalletToOpen()
  const account = usePasskeyAccount(user)
  const isPasskey = account !== null
  const fee = useFee()
  const isRelayed = isPasskey || (fee.isRelayed && fee.fallback === null)
  const [entered, setEntered] = useState<number | null>(VOUCH_RULES.minUsdc)
  // A press on the button that leaves an invalid entry must not pay the amount that replaces it.
  const hasFallenBack = useRef(false)
  const onGesture = () => {
    hasFallenBack.current = false
  }
  const [line, setLine] = useState('')
  const words = cleanLine(line)
  const isTooLong = words.length > VOUCH_RULES.wordsLength
  const { step, isUnheard, problem: own, refuse, forgetProblem, vouch } = useVouch(user.id)
  const problem = own ?? failed
  const isTrying = step !== null
  useEffect(() => {
    if (!isTrying) return
    onTrying(true)
    return () => onTrying(false)
  }, [isTrying, onTrying])
  const max = Math.min(VOUCH_RULES.maxUsdc, pair.remainingAmount)
  const isBusy = isTrying || confirming !== undefined
  const place = usePlaceBesideVouch({ ...target, username: target.name }, isBusy)
  const usdc = entered === null ? null : clampAmount(entered, VOUCH_RULES.minUsdc, max)
  const thanks = thanksText(target.name, usdc ?? 0, pair.receivedLately)
  const short = usdc !== null && isShort(usdc, balance.micros)
  const { walletAddress: ownAddress } = user
  const onVouch = () => {
    const isReplaced = hasFallenBack.current
    hasFallenBack.current = false
    if (usdc === null || isReplaced) return refuse(NO_AMOUNT)
    if (isTooLong) return refuse(TOO_LONG)
    const why = vouchProblem({
      hasWallet: isPasskey || wallet.choices.length > 0,
      ownAddress,
      targetAddress: target.walletAddress,
      usdc,
      balanceMicros: balance.micros,
      hasContract: contract !== undefined && config !== undefined,
    })
    if (why) return refuse(why)
    if (isPasskey && !fee.isOn) return refuse(CLOSED)
    const payer = account ? { account } : wallet.chosen
    if (!payer || !contract || !config || !ownAddress || !target.walletAddress) return
    const to = { id: target.id, walletAddress: target.walletAddress }
    const network = networkOfConfig(config)
    const token = usdcToken(config, contract.usdcAddress)
    void vouch({ contract, network, token, payer, fee, ownAddress, target: to, usdc, words, onSent: place.onSent })
  }
  // Still loading is not the same as missing.
  const isLooking = isPasskey ? account === undefined || fee.isLoading : wallet.isLooking
  const waiting = isLooking ? LOOKING : (isAskingConfig || isAskingContract) && 'Loading the contract...'
  const busy = isBusy ? 'Processing Vouch...' : waiting
  return (
    <form
      className={styles.form}
      noValidate
      onPointerDownCapture={onGesture}
      onKeyDownCapture={onGesture}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onVouch()
      }}
    >
      <div className={styles.scroll}>
        {pair.vouchCount === 0 && (
          <p className="text-ink-2">A vouch is your word for a creator, backed with USDC from your wallet.</p>
        )}
        <Facts balanceMicros={balance.micros} pair={pair} network={config?.chain.name} />
        <NumberStepper
          tall
          label="USDC amount"
          value={usdc}
          min={VOUCH_RULES.minUsdc}
          max={max}
          unit="USDC"
          disabled={max < VOUCH_RULES.minUsdc}
          // A disabled input would lose the focus of a user who pressed Enter in it.
          readOnly={isBusy}
          error={short ? insufficient(usdc, balance.micros ?? 0) : undefined}
          hint={`Minimum ${VOUCH_RULES.minUsdc} USDC, maximum ${max} USDC`}
          onInvalidLeft={() => {
            hasFallenBack.current = true
            setEntered(VOUCH_RULES.minUsdc)
          }}
          onChange={(next) => {
            setEntered(next)
            forgetProblem()
          }}
        />
        <Award usdc={usdc ?? 0} days={user.currentStreak} name={target.name} pair={pair} />
        <Field
          label="Why you vouch"
          optional
          value={line}
          onText={setLine}
          autoComplete="off"
          enterKeyHint="done"
          counted={VOUCH_RULES.wordsLength}
          readOnly={isBusy}
          {...(isTooLong
            ? { error: TOO_LONG.description }
            : { hint: `Shown beside your vouch on ${target.name}’s profile` })}
        />
        {place.about}
        {!isPasskey && <WalletChoice {...wallet} disabled={isBusy} />}
        <FeeNote fee={fee} isPasskey={isPasskey} disabled={isBusy} />
        <StepList
          label="How vouching works"
          steps={vouchSteps(
            step,
            confirming ? <Sent sent={confirming} explorerUrl={config?.chain.explorerUrl} /> : null,
            { isRelayed, isHanded: confirming !== undefined && isHanded(confirming.payment) },
          )}
        />
      </div>
      <footer className={styles.foot}>
        {usdc !== null && (
          <MoneyFacts
            facts={[['You pay', `${usdcToTwo(usdc)} USDC`]]}
            contract={isPasskey || !contract ? undefined : { name: 'AuraVouch', address: contract.contractAddress }}
          >
            <p>
              All of it goes to {target.name}. You get nothing back, and it can’t be undone.{' '}
              {isRelayed ? 'Aura pays the network’s fee.' : 'The network’s fee in ETH comes on top.'}
            </p>
            {thanks !== null && <p>{thanks}</p>}
          </MoneyFacts>
        )}
        <div role="alert">
          <MessageLine
            message={problem ? { tone: 'danger', text: `${problem.title}: ${problem.description}` } : null}
          />
        </div>
        <Button type="submit" size={56} className="w-full" busy={busy} disabled={short} onDisabledClick={onVouch}>
          {isUnheard ? 'Vouch Again' : 'Vouch Now'}
        </Button>
      </footer>
    </form>
  )
}

const NO_AMOUNT = { title: 'Invalid Amount', description: 'Please enter a valid USDC amount' }

const TOO_LONG = { title: 'Too long', description: `Your words have at most ${VOUCH_RULES.wordsLength} characters` }

const insufficient = (usdc: number, balanceMicros: number) =>
  `Insufficient balance. You need ${usdc} USDC but only have ${usdcPlain(balanceMicros)} USDC.`

interface FactsProps {
  balanceMicros: number | null
  pair: VouchedPair
  network: string | undefined
}

function Facts({ balanceMicros, pair, network }: FactsProps) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>USDC balance</dt>
        <dd className="num">{balanceMicros === null ? '–' : `${formatUsdc(balanceMicros)} USDC`}</dd>
        <dd>on {network}</dd>
      </div>
      <div>
        <dt>Already vouched</dt>
        <dd className="num">{usdcToTwo(pair.totalVouchedAmount)} USDC</dd>
        <dd>
          {pair.vouchCount} {pair.vouchCount === 1 ? 'vouch' : 'vouches'}
        </dd>
      </div>
    </dl>
  )
}

function WalletChoice({ choices, chosen, choose, disabled }: WalletToOpen & { disabled: boolean }) {
  if (choices.length < 2 || !chosen) return null
  return (
    <div className={styles.wallets}>
      <p id="vouch-wallet">Wallet</p>
      <Segmented
        labelledBy="vouch-wallet"
        items={choices.map(({ info }) => ({ value: info.rdns, name: info.name }))}
        value={chosen.info.rdns}
        onChange={choose}
        disabled={disabled}
      />
    </div>
  )
}

interface AwardProps {
  usdc: number
  /** The viewer's streak, which decides their level. */
  days: number
  name: string
  pair: VouchedPair
}

function Award({ usdc, days, name, pair }: AwardProps) {
  const level = levelOfStreak(days)
  const multiplier = VOUCH_MULTIPLIERS[level.key]
  const left = pair.auraLeftToday
  const full = auraFor(countedUsdc(usdc, pair), multiplier)
  return (
    <div className={styles.award}>
      <p>
        {usdc} USDC at {VOUCH_RULES.apPerUsdc} AP each
        <br />
        your level{' '}
        <b data-aura={level.key}>
          {level.name} {multiplier}x
        </b>
        <br />
        {uncountedText(name, pair) ?? (full > left ? capText(name, left) : todayText(name, left))}
      </p>
      <p className={`num ${styles.points}`} aria-live="polite">
        +{formatWhole(Math.min(full, left))} <small>AP</small>
      </p>
    </div>
  )
}

function Sent({ sent, explorerUrl }: { sent: Confirmation; explorerUrl: string | null | undefined }) {
  return (
    <span className={styles.sent}>
      {confirmingText(sent)}
      {explorerUrl && sent.payment.batchOf === undefined && (
        <a href={`${explorerUrl}/tx/${sent.payment.hash}`} target="_blank" rel="noreferrer">
          View on Explorer
          <ArrowUpRight size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
      )}
    </span>
  )
}

interface WalletToOpen {
  isLooking: boolean
  choices: readonly AnnouncedWallet[]
  chosen: AnnouncedWallet | undefined
  choose: (rdns: string) => void
}

function useWalletToOpen(): WalletToOpen {
  const found = useWallets()
  const choices = found ?? []
  const remembered = useRememberedWallet()
  const [asked, choose] = useState<string | null>(null)
  const by = (rdns: string | null) => choices.find(({ info }) => info.rdns === rdns)
  return { isLooking: found === null, choices, chosen: by(asked) ?? by(remembered) ?? choices[0], choose }
}
