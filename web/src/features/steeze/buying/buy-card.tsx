import { formatUsdc, formatWhole, STEEZE_PER_USDC, usdcPlain } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import { SteezeIcon } from '#aura/steeze-icon.tsx'
import { LinkWalletButton, type User } from '#features/auth'
import type { Network } from '#lib/chain/ensure-network'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { networkName } from '#payments/known-networks.ts'
import { PaymentDone } from '#payments/payment-done.tsx'
import { CLOSED, FeeNote, useFee } from '#payments/relayed/fee-note.tsx'
import { useConfirmations } from '#payments/use-confirmations.ts'
import { isReadyToPay, type PayingWallet } from '#payments/use-paying-wallet.ts'
import { useUsdcBalance, type WalletUsdc } from '#payments/use-usdc-balance.ts'
import { WalletGate } from '#payments/wallet-gate.tsx'
import { Notice } from '#ui/feedback/notice'
import { Button, buttonClass } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { IconButton } from '#ui/forms/icon-button'
import { MoneyFacts } from '#ui/layout/money-facts'
import { StepList } from '#ui/layout/step-list'
import { readUsdc, steezeFor, typedProblem } from '../amounts.ts'
import { onArrow } from '../arrow-steps.ts'
import { buyProblem, INVALID_USDC } from '../checks.ts'
import { redeemCapText, steezeContract, steezeFacts, useSteezeRates } from '../money.ts'
import { purchaseTracker, type SentSteeze } from '../payment-trackers.ts'
import styles from '../steeze.module.css'
import { buySteps } from './buy-steps.ts'
import { type SteezeShop, useBuy } from './use-buy.ts'

const BALANCE_EVERY_MS = 30_000

const USDC_STEP = 0.01

interface BuyCardProps {
  user: User
  wallet: PayingWallet
  network: Network
  shop: SteezeShop
  usdc?: string
  /** Called once for each purchase credited while the card is shown, with the Steeze it brought. */
  onBought: (steeze: number) => void
}

export function BuyCard({ user, wallet, network, shop, usdc = '', onBought }: BuyCardProps) {
  const [text, setText] = useState(usdc)
  const [done, setDone] = useState<SentSteeze>()
  const onCredited = useCallback(
    (sent: SentSteeze, { amount }: { amount: number | null }) => {
      setText((typed) => (steezeFor(readUsdc(typed).value ?? 0).paidMicros === sent.usdcMicros ? '' : typed))
      setDone({ ...sent, steeze: amount ?? sent.steeze })
      onBought(amount ?? sent.steeze)
    },
    [onBought],
  )
  const rates = useSteezeRates()
  const fee = useFee()
  const { step, isSent, isUnheard, problem, refuse, buy, restart, forgetProblem } = useBuy(user.id)
  const confirmations = useConfirmations(user.id, purchaseTracker, { onCredited, onFailed: refuse })
  const change = (next: string) => {
    setText(next)
    setDone(undefined)
    restart()
    forgetProblem()
  }
  // Another account's USDC is nobody's business here, and can't pay.
  const isPasskey = wallet.state === 'passkey'
  const isOwn = isPasskey || (wallet.state === 'connected' && wallet.isOwn)
  const balance = useUsdcBalance(isOwn ? user.walletAddress : null, BALANCE_EVERY_MS)
  const entered = readUsdc(text)
  const enteredMicros = entered.value
  const { steeze, paidMicros } = steezeFor(enteredMicros ?? 0)
  // A card that was closed and reopened recognises its payments by the amount alone.
  const isPaid = !isUnheard && confirmations.some(({ payment }) => payment.usdcMicros === paidMicros)
  const isReady = isReadyToPay(wallet, network)
  const isRelayed = isPasskey || (fee.isRelayed && fee.fallback === null)
  const isShort = balance.micros !== null && paidMicros > balance.micros
  const onBuy = () => {
    const facts = { enteredMicros, paidMicros, balanceMicros: balance.micros, wallet, network, networkName }
    const why = buyProblem(facts)
    if (why) return refuse(why)
    if (isPasskey && !fee.isOn) return refuse(CLOSED)
    if (wallet.state !== 'connected' && wallet.state !== 'passkey') return
    void buy({ shop, wallet, fee, paidMicros, steeze })
  }
  return (
    <section aria-labelledby="buy" className={styles.card}>
      <div className={styles.cardHead}>
        <h2 className="h2" id="buy">
          Buy Steeze
        </h2>
        {isReady && isOwn && <UsdcBalance {...balance} />}
      </div>
      {done && <Bought sent={done} walletMicros={balance.micros} />}
      <Field
        big
        label="USDC amount"
        type="text"
        inputMode="decimal"
        placeholder="1.0"
        autoComplete="off"
        value={text}
        onText={change}
        onKeyDown={(event) => onArrow(event, USDC_STEP, change)}
        error={
          typedProblem(text, entered, INVALID_USDC.description) ??
          (problem ? `${problem.title}: ${problem.description}` : undefined)
        }
        after={
          <>
            <span className={styles.unit}>USDC</span>
            {balance.micros !== null && (
              <button type="button" className={styles.max} onClick={() => change(usdcPlain(balance.micros ?? 0))}>
                Use Max
              </button>
            )}
          </>
        }
      />
      <p className={styles.receive} aria-live="polite">
        {text === '' ? (
          `1 USDC buys ${STEEZE_PER_USDC} Steeze.`
        ) : (
          <>
            You will receive <b className="num">{formatWhole(steeze)} STEEZE</b>
          </>
        )}
        {enteredMicros !== null && enteredMicros !== paidMicros && (
          <span className={styles.floor}>You will pay {usdcPlain(paidMicros)} USDC. Steeze comes in whole units.</span>
        )}
      </p>
      {rates && <MoneyFacts facts={steezeFacts(steeze || rates.steezePerUsdc, 'A creator redeems for', rates)} />}
      <div className={styles.action}>
        {user.walletAddress === null ? (
          <LinkWalletButton size={56} />
        ) : isReady ? (
          <Button
            size={56}
            busy={(step !== null || isSent || isPaid || (isPasskey && fee.isLoading)) && 'Processing'}
            disabled={isShort}
            onClick={onBuy}
            onDisabledClick={onBuy}
          >
            {!isShort && <SteezeIcon size={18} />}
            {isShort ? 'Insufficient Balance' : isUnheard ? 'Buy Again' : 'Buy Steeze'}
          </Button>
        ) : (
          <WalletGate wallet={wallet} network={network} failed={purchaseTracker.sendFailed} />
        )}
        {isReady && isOwn && <FeeNote fee={fee} isPasskey={isPasskey} disabled={step !== null} />}
      </div>
      {isReady && !isOwn && user.walletAddress !== null && (
        <div className="mb-5">
          <Notice tone="warn" title="Another account">
            Please connect the wallet associated with your account
          </Notice>
        </div>
      )}
      {rates && (
        <div className={styles.money}>
          <MoneyFacts contract={isPasskey ? undefined : steezeContract(shop.contractAddress)}>
            <p>
              Bought Steeze is for gifting: it can’t be returned or redeemed by you. {redeemCapText(rates)}{' '}
              {isRelayed ? 'Aura pays the network’s fee.' : 'The network’s fee in ETH comes on top.'}
            </p>
          </MoneyFacts>
        </div>
      )}
      <StepList label="How buying works" steps={buySteps(step, confirmations, { isRelayed })} />
    </section>
  )
}

function Bought({
  sent: { steeze, usdcMicros, hash },
  walletMicros,
}: {
  sent: SentSteeze
  walletMicros: number | null
}) {
  const { data } = useQuery(read('GET /api/steeze/balance'))
  return (
    <PaymentDone
      title={`You bought ${formatWhole(steeze)} Steeze`}
      hash={hash}
      facts={[
        ['You paid', `${formatUsdc(usdcMicros)} USDC`],
        ...(data ? [['Your Steeze now', formatWhole(data.purchasedSteeze + data.battleEarnedSteeze)] as const] : []),
        ...(walletMicros === null ? [] : [['USDC in your wallet', formatUsdc(walletMicros)] as const]),
      ]}
    >
      <Link href={paths.battles} className={buttonClass('secondary', 40)}>
        Pick a battle
      </Link>
    </PaymentDone>
  )
}

function UsdcBalance({ micros, isFetching, refresh }: WalletUsdc) {
  return (
    <p className={styles.wallet}>
      <span>{micros === null ? '–' : formatUsdc(micros)} USDC</span>
      <IconButton
        label="Refresh USDC balance"
        icon={
          <RefreshCw className={isFetching ? 'animate-spin' : ''} size={18} strokeWidth={1.75} aria-hidden="true" />
        }
        onClick={refresh}
      />
    </p>
  )
}
