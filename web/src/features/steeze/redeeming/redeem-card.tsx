import type { Answer } from '@aura/api/calls'
import { formatUsdc, formatWhole, STEEZE_VALUE_MICROS, usdcPlain } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { LinkWalletButton, type User } from '#features/auth'
import type { Network } from '#lib/chain/ensure-network'
import { errorText } from '#lib/error-text'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { confirmingText } from '#payments/confirming-text.ts'
import { PaymentDone } from '#payments/payment-done.tsx'
import { CLOSED, FeeNote, useFee } from '#payments/relayed/fee-note.tsx'
import { useConfirmations } from '#payments/use-confirmations.ts'
import type { PayingWallet } from '#payments/use-paying-wallet.ts'
import { useUsdcBalance } from '#payments/use-usdc-balance.ts'
import { LOOKING } from '#payments/wallet-gate.tsx'
import { PartFailed } from '#ui/feedback/load-failed'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button, buttonClass } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { MoneyFacts } from '#ui/layout/money-facts'
import { readSteeze, redemptionValue, typedProblem, usdcToFour } from '../amounts.ts'
import { onArrow } from '../arrow-steps.ts'
import { INVALID_STEEZE, redeemProblem } from '../checks.ts'
import { redeemCapText, steezeContract, steezeFacts, useSteezeRates } from '../money.ts'
import { redemptionTracker, type SentSteeze } from '../payment-trackers.ts'
import styles from '../steeze.module.css'
import { HeldNote } from './held-note.tsx'
import { redemptionRead } from './redemption-read.ts'
import { ReviewNotice } from './redemption-review.tsx'
import { type RedeemStep, useRedeem } from './use-redeem.ts'

const BUSY: Record<RedeemStep, string> = {
  signing: 'Processing',
  'hand-in': 'Handing it in...',
  confirm: 'Confirm in your wallet...',
}

type Balance = Answer<'GET /api/steeze/balance'>

interface RedeemCardProps {
  user: User
  wallet: PayingWallet
  network: Network
  contractAddress: string
  balance: Balance
}

export function RedeemCard({ user, wallet, network, contractAddress, balance }: RedeemCardProps) {
  const { battleEarnedSteeze: earned, maturing } = balance
  const [text, setText] = useState('')
  const [done, setDone] = useState<SentSteeze>()
  const rates = useSteezeRates()
  const fee = useFee()
  const isPasskey = wallet.state === 'passkey'
  const isRelayed = isPasskey || (fee.isRelayed && fee.fallback === null)
  const { step, problem, refuse, forgetProblem, redeem, resume } = useRedeem(user.id)
  const [confirming] = useConfirmations(user.id, redemptionTracker, {
    onCredited(sent, { amount }) {
      setText((typed) => (readSteeze(typed).value === sent.steeze ? '' : typed))
      setDone({ ...sent, steeze: amount ?? sent.steeze })
    },
    onFailed: refuse,
  })
  const change = (next: string) => {
    setText(next)
    setDone(undefined)
    forgetProblem()
  }
  const { data, error, isFetching, refetch } = useQuery(redemptionRead)
  const open = data?.redemption ?? null
  const review = data?.review ?? null
  const isUnderReview = review?.status === 'waiting' || review?.status === 'approved'
  const entered = readSteeze(text)
  const steeze = entered.value || null
  const busy =
    step === null ? ((wallet.state === 'looking' && !isRelayed) || (isPasskey && fee.isLoading)) && LOOKING : BUSY[step]
  const start = (begin: () => void, amount: number | null) => {
    const why = redeemProblem({
      steeze: amount,
      ...(open || isUnderReview ? { earned: amount ?? 0 } : { earned, maturing: maturing?.amount ?? 0 }),
      wallet,
      network,
      isRelayed,
    })
    if (why) return refuse(why)
    if (isPasskey && !fee.isOn) return refuse(CLOSED)
    begin()
  }
  const parts = { wallet, network, fee }
  const feeNote = <FeeNote fee={fee} isPasskey={isPasskey} isUnsigned disabled={step !== null} />
  const finish = (holdId: string, amount: number) => (
    <div className="py-2">
      {feeNote}
      <Button size={48} busy={busy} onClick={() => start(() => void resume(holdId, parts), amount)}>
        {isRelayed ? 'Finish redeeming' : 'Finish in your wallet'}
      </Button>
    </div>
  )
  const problemLine = problem && (
    <p role="alert" className="text-danger">
      {`${problem.title}: ${problem.description}`}
    </p>
  )
  return (
    <section aria-labelledby="redeem" className={styles.card}>
      <div className={styles.cardHead}>
        <h2 className="h2" id="redeem">
          Redeem
        </h2>
        <p className={styles.wallet}>1 Steeze = {usdcPlain(STEEZE_VALUE_MICROS)} USDC</p>
      </div>
      {done && <Redeemed sent={done} balance={balance} walletAddress={user.walletAddress} />}
      {!data ? (
        error ? (
          <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy="true">
            <Skeleton className="h-64" />
          </div>
        )
      ) : open ? (
        <Notice
          tone="info"
          title={`${formatWhole(open.amount)} Steeze on hold`}
          action={!confirming && finish(open.holdId, open.amount)}
        >
          <p aria-live="polite">
            {confirming ? (
              `${confirmingText(confirming)}. Withdrawals settle when their block is final.`
            ) : (
              <HeldNote deadline={open.deadline} isRelayed={isRelayed} />
            )}
          </p>
          {!confirming && (
            <MoneyFacts
              facts={[['You receive', `${formatUsdc(redemptionValue(open.amount))} USDC`]]}
              contract={isRelayed ? undefined : steezeContract(contractAddress)}
            />
          )}
          {problemLine}
        </Notice>
      ) : isUnderReview ? (
        <>
          <ReviewNotice review={review} finish={review.status === 'approved' && finish(review.holdId, review.amount)} />
          {problemLine}
        </>
      ) : data.next ? (
        <>
          <WaitNotice {...data.next} />
          {problemLine}
        </>
      ) : (
        <>
          {review && (
            <div className="mb-5">
              <ReviewNotice review={review} />
            </div>
          )}
          <Field
            big
            label="Steeze amount"
            aside={`max ${formatWhole(earned - (maturing?.amount ?? 0))} earned`}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            placeholder="0"
            value={text}
            onText={change}
            onKeyDown={(event) => onArrow(event, 1, change)}
            error={
              typedProblem(text, entered, INVALID_STEEZE.description) ??
              (problem ? `${problem.title}: ${problem.description}` : undefined)
            }
            after={<span className={styles.unit}>STEEZE</span>}
          />
          <p className={styles.receive} aria-live="polite">
            You will receive <b className="num">{usdcToFour(redemptionValue(steeze ?? 0))} USDC</b>
          </p>
          {maturing && <MaturingNote {...maturing} />}
          {rates && <MoneyFacts facts={steezeFacts(steeze ?? 1, 'You redeem for', rates)} />}
          <div className={styles.action}>
            {user.walletAddress === null ? (
              <LinkWalletButton kind="secondary" size={56} />
            ) : (
              <Button
                kind="secondary"
                size={56}
                busy={busy}
                onClick={() => start(() => steeze !== null && void redeem(steeze, parts), steeze)}
              >
                Redeem
              </Button>
            )}
            {user.walletAddress !== null && feeNote}
          </div>
          <div className={styles.money}>
            <MoneyFacts contract={isRelayed ? undefined : steezeContract(contractAddress)}>
              <p>
                Only earned Steeze can be redeemed. It leaves your balance, and the USDC goes to your wallet.{' '}
                {rates && (
                  <>
                    {isRelayed ? 'What was handed in' : 'What your wallet has sent'} can’t be taken back.{' '}
                    {redeemCapText(rates)}{' '}
                    {isRelayed ? 'Aura pays the network’s fee.' : 'The network’s fee in ETH comes on top.'}
                  </>
                )}
              </p>
            </MoneyFacts>
          </div>
        </>
      )}
    </section>
  )
}

interface RedeemedProps {
  sent: SentSteeze
  balance: Balance
  walletAddress: string | null
}

function Redeemed({ sent: { steeze, hash }, balance, walletAddress }: RedeemedProps) {
  const { micros } = useUsdcBalance(walletAddress)
  const left = balance.battleEarnedSteeze
  return (
    <PaymentDone
      title={`You redeemed ${formatWhole(steeze)} Steeze`}
      hash={hash}
      facts={[
        ['Sent to your wallet', `${formatUsdc(redemptionValue(steeze))} USDC`],
        ...(micros === null ? [] : [['USDC in your wallet', formatUsdc(micros)] as const]),
        ['Earned Steeze left', formatWhole(left)],
      ]}
    >
      <Link href={paths.battles} className={buttonClass('secondary', 40)}>
        Earn more in a battle
      </Link>
    </PaymentDone>
  )
}

function WaitNotice({ at, reason }: NonNullable<Answer<'GET /api/steeze/redemption'>['next']>) {
  const times = useTimes()
  return (
    <Notice tone="info" title={`You can redeem again from ${times.minute(at)}`}>
      {reason}
    </Notice>
  )
}

function MaturingNote({ amount, next }: NonNullable<Balance['maturing']>) {
  const times = useTimes()
  const isAll = next.amount === amount
  return (
    <p className={styles.note}>
      {formatWhole(amount)} of your earned Steeze came from recent gifts and can be redeemed later
      {isAll ? ', from ' : `: the next ${formatWhole(next.amount)} from `}
      {times.minute(next.at)}. It can be gifted now.
    </p>
  )
}
