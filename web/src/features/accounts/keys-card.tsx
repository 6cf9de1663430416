import type { AccountKey } from '@aura/api/calls/accounts'
import { RELAY_RULES } from '@aura/api/rules/relay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCurrentUser } from '#features/auth'
import { Card, Setting } from '#features/settings'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { confirmingText } from '#payments/confirming-text.ts'
import type { AccountStep } from '#payments/relayed/account-call.ts'
import { useFee } from '#payments/relayed/fee-note.tsx'
import { FormerPasskeys } from '#payments/relayed/former-passkeys.tsx'
import { OwnSender, useSender } from '#payments/relayed/own-sender.tsx'
import { type PasskeyAccount, usePasskeyAccount } from '#payments/relayed/use-passkey-account.ts'
import { useConfirmations } from '#payments/use-confirmations.ts'
import { PartFailed } from '#ui/feedback/load-failed'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import { MessageLine } from '#ui/forms/field-frame'
import { LateConfirmDialog } from '#ui/overlay/late-confirm-dialog'
import { AddWalletKey } from './add-wallet-key.tsx'
import { keptBecause, keyName, keyNote, pendingText, stayingKeys } from './key-texts.ts'
import styles from './keys.module.css'
import { keysTracker } from './keys-tracker.ts'
import { type KeyChange, useKeyChange } from './use-key-change.ts'

const BUSY: Record<AccountStep, string> = {
  sign: 'Signing...',
  'hand-in': 'Signing...',
  confirm: 'Confirm in your wallet...',
  sent: 'Confirming...',
}

const keysRead = read('GET /api/account/keys')

/** Left out for an ordinary wallet. */
export default function KeysCard() {
  const account = usePasskeyAccount(useCurrentUser())
  if (!account) return null
  return (
    <Card title="Keys of your wallet">
      <Keys account={account} />
    </Card>
  )
}

function Keys({ account }: { account: PasskeyAccount }) {
  const user = useCurrentUser()
  const { data, error, isFetching, refetch } = useQuery({ ...keysRead, staleTime: 0, refetchOnWindowFocus: true })
  useSigningKeys(data?.account?.keys, account)
  const fee = useFee()
  const [asked, setAsked] = useState<KeyChange | null>(null)
  const [isAddingWallet, setAddingWallet] = useState(false)
  const isRestricted = user.restriction !== null
  const { wallet, sender, isUnanswered } = useSender({ isDeployed: data?.account?.isDeployed ?? false })
  const { step, isSent, problem, refuse, change, restart, forgetProblem, isUnavailable } = useKeyChange({
    ...{ id: user.id, isRestricted, fee, sender },
  })
  const [pending] = useConfirmations(user.id, keysTracker, {
    onCredited: () => setAddingWallet(false),
    onFailed: refuse,
  })
  if (error && !data) {
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton className="my-4 h-10" />
  if (data.account === null) return null
  const { keys, candidates, isDeployed, walletAddress } = data.account
  const isClosed = isUnanswered || (!fee.isOn && !fee.isLoading)
  const isBusy = step !== null || pending !== undefined || fee.isLoading || (isClosed && sender === null)
  const ask = (next: KeyChange) => {
    restart()
    forgetProblem()
    fee.onFallback(null)
    setAsked(next)
  }
  const confirm = async () => {
    if (!asked) return
    await change(account, asked)
    setAsked(null)
  }
  const message = problem && `${problem.title}: ${problem.description}`
  const question = questionOf(asked)
  return (
    <>
      <p className={styles.intro}>
        Each key can move everything your wallet holds, alone. A key that you remove signs for{' '}
        {RELAY_RULES.removalHours} more hours, and any key can stop that.
        {!isDeployed &&
          ` Your wallet isn’t on the network yet: your first payment brings it there, or your first new key once it holds ${RELAY_RULES.newAccountUsdc} USDC.`}
      </p>
      <FormerPasskeys />
      {stayingKeys(keys).length === 1 && (
        <Notice tone="warn" title="One key opens this wallet">
          If you lose it, nobody can open the wallet again, and neither can Aura. Add a passkey of a second device, or a
          wallet.
        </Notice>
      )}
      {keys.map((key) => (
        <KeyRow key={key.id} accountKey={key} keys={keys} isBusy={isBusy} onAsk={ask} />
      ))}
      {candidates.map(({ passkeyId, name, key }) => (
        <Setting
          key={passkeyId}
          icon={<KeyRound size={20} strokeWidth={1.75} />}
          title={name}
          note="Signs in only. As a key it could pay, and open your wallet if you lose the others."
          action={
            <Button
              kind="secondary"
              size={40}
              disabled={isBusy}
              aria-label={`Make it a key: ${name}`}
              onClick={() => ask({ kind: 'add-key', key, name })}
            >
              Make it a key
            </Button>
          }
        />
      ))}
      {pending && (
        <Notice tone="info" title={pendingText(pending.payment)}>
          <p aria-live="polite">{confirmingText(pending)}. You can leave this page.</p>
        </Notice>
      )}
      <div role="alert">
        <MessageLine message={message ? { tone: 'danger', text: message } : null} />
      </div>
      {(isClosed || isUnavailable) && (
        <OwnSender wallet={wallet} canSend={sender !== null} failed={keysTracker.sendFailed} />
      )}
      {isAddingWallet ? (
        <AddWalletKey
          account={walletAddress}
          known={keys.map((key) => key.walletAddress)}
          isBusy={isBusy}
          onAsk={ask}
          onClose={() => setAddingWallet(false)}
        />
      ) : (
        <Setting
          icon={<Wallet size={20} strokeWidth={1.75} />}
          title="An ordinary wallet"
          note="As a key it opens your wallet without Aura, on the rescue page."
          action={
            <Button kind="secondary" size={40} disabled={isBusy} onClick={() => setAddingWallet(true)}>
              Add a wallet
            </Button>
          }
        />
      )}
      <LateConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        {...question}
        busy={step !== null ? BUSY[step] : isSent ? BUSY.sent : undefined}
        onConfirm={() => void confirm()}
      >
        {question.children}
        <span role="status" className={fee.fallback === null ? 'sr-only' : 'mt-2 block text-warn'}>
          {fee.fallback}
        </span>
      </LateConfirmDialog>
    </>
  )
}

/** Asks again which passkeys sign once the network has other keys: the server learns it by reading them. */
function useSigningKeys(keys: readonly AccountKey[] | undefined, account: PasskeyAccount): void {
  const client = useQueryClient()
  const standing = keys?.flatMap(({ passkeyId }) => passkeyId ?? []).sort()
  const known = account.keys.map(({ passkeyId }) => passkeyId).sort()
  const isStale = standing !== undefined && standing.length > 0 && standing.join() !== known.join()
  useEffect(() => {
    if (isStale) void client.invalidateQueries(read('GET /api/passkeys'))
  }, [client, isStale])
}

interface KeyRowProps {
  accountKey: AccountKey
  keys: readonly AccountKey[]
  isBusy: boolean
  onAsk: (change: KeyChange) => void
}

function KeyRow({ accountKey, keys, isBusy, onAsk }: KeyRowProps) {
  const times = useTimes()
  const { id, leavesAt, walletAddress } = accountKey
  const name = keyName(accountKey)
  const isLeaving = leavesAt !== null
  const kept = keptBecause(accountKey, keys)
  const Icon = walletAddress === null ? KeyRound : Wallet
  return (
    <Setting
      icon={<Icon size={20} strokeWidth={1.75} />}
      title={<span title={walletAddress ?? undefined}>{name}</span>}
      note={
        <>
          <p className={isLeaving ? styles.leaving : undefined}>{keyNote(accountKey, times)}</p>
          {!isLeaving && kept !== null && <p>{kept}</p>}
        </>
      }
      action={
        isLeaving ? (
          <Button
            size={40}
            disabled={isBusy}
            aria-label={`Keep this key: ${name}`}
            onClick={() => onAsk({ kind: 'keep-key', keyId: id, name })}
          >
            Keep this key
          </Button>
        ) : (
          kept === null && (
            <Button
              kind="secondary"
              size={40}
              disabled={isBusy}
              aria-label={`Remove the key: ${name}`}
              onClick={() => onAsk({ kind: 'remove-key', keyId: id, name })}
            >
              Remove
            </Button>
          )
        )
      }
    />
  )
}

function questionOf(change: KeyChange | null) {
  switch (change?.kind) {
    case 'remove-key':
      return {
        title: `Remove ${change.name}?`,
        children: `It signs for ${RELAY_RULES.removalHours} more hours. Until then any key of your wallet can stop this, so a thief can’t lock you out. If someone has this key, move your USDC out first.`,
        confirm: 'Remove key',
        destructive: true,
      }
    case 'keep-key':
      return {
        title: `Keep ${change.name}?`,
        children:
          'It keeps signing for your wallet. If the removal wasn’t yours, someone else has a key: remove theirs.',
        confirm: 'Keep key',
      }
    default:
      return {
        title: `Make ${change?.name ?? 'it'} a key?`,
        children: `${change?.name ?? 'It'} can then move everything your wallet holds, alone. Taking that back takes ${RELAY_RULES.removalHours} hours. One of your keys signs this.`,
        confirm: 'Add key',
      }
  }
}
