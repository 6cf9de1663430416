import type { Answer, Body } from '@aura/api/calls'
import { formatWhole } from '@aura/api/money'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { ConfirmWithWallet, forgetMember, forgetSession, useCurrentUser } from '#features/auth'
import { ConfirmLinks, confirmsByLink } from '#features/providers'
import { request } from '#lib/api'
import { errorCode, isUnauthorized } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { useForgetUser } from '#lib/features-context'
import { tellOtherTabs } from '#lib/other-tabs'
import { read } from '#lib/query-client'
import { useRecords } from '#lib/records'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { toast } from '#ui/feedback/toast'
import { Button, buttonClass } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { Facts } from '#ui/overlay/confirm-dialog'
import { Dialog, DialogActions, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { errorTexts } from './error-texts.ts'

type Outlook = Answer<'GET /api/user/deletion'>

/** Requires the username. Lists what will be deleted, or what must end first. */
export default function DeleteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} phone="sheet">
      <DialogHeader title="Delete account" />
      <Content onClose={onClose} />
    </Dialog>
  )
}

function Content({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery({ ...read('GET /api/user/deletion'), staleTime: 0, gcTime: 0 })
  if (error) return <DialogBody>{errorText(error).description}</DialogBody>
  if (!data)
    return (
      <DialogBody>
        <Skeleton className="h-24" />
      </DialogBody>
    )
  if (data.frozen !== null) return <Frozen reason={data.frozen} onClose={onClose} />
  const { battles, gifts, redemptions } = data.unfinished
  if (battles.length + gifts.length + redemptions.length > 0) return <InTheWay {...data.unfinished} onClose={onClose} />
  return <Confirmation forfeited={data.forfeited} pending={data.pending} onClose={onClose} />
}

const name = ({ id, title }: { id: string; title: string | null }) => title ?? `Battle #${id.slice(0, 8)}`
const LINK = 'underline underline-offset-4'

function Frozen({ reason, onClose }: { reason: string; onClose: () => void }) {
  return (
    <>
      <DialogBody>
        <Notice tone="warn" title="Not yet">
          <p>
            Your redemptions are frozen: <bdi>{reason}</bdi>
          </p>
          <p>
            You can delete your account once they aren’t.{' '}
            <Link className={LINK} href={paths.help('support')} onClick={onClose}>
              Ask support
            </Link>{' '}
            if that takes long.
          </p>
        </Notice>
      </DialogBody>
      <CloseOnly onClose={onClose} />
    </>
  )
}

const CloseOnly = ({ onClose }: { onClose: () => void }) => (
  <DialogActions>
    <Button kind="secondary" onClick={onClose}>
      Close
    </Button>
  </DialogActions>
)

function InTheWay({ battles, gifts, redemptions, onClose }: Outlook['unfinished'] & { onClose: () => void }) {
  return (
    <>
      <DialogBody>
        <Notice tone="warn" title="Not yet">
          <p>Finish these first:</p>
          <ul className="grid list-disc gap-1 pl-5">
            {battles.map((battle) => (
              <li key={battle.id}>
                <Link className={LINK} href={paths.battle(battle.id)} onClick={onClose}>
                  {name(battle)}
                </Link>
                , {battle.status.replaceAll('_', ' ')}
              </li>
            ))}
            {gifts.map(({ battleId, title, amount }) => (
              <li key={battleId}>
                {formatWhole(amount)} Steeze you gifted in{' '}
                <Link className={LINK} href={paths.battle(battleId)} onClick={onClose}>
                  {name({ id: battleId, title })}
                </Link>
              </li>
            ))}
            {redemptions.map(({ id, amount }) => (
              <li key={id}>
                {formatWhole(amount)} Steeze{' '}
                <Link className={LINK} href={paths.steeze} onClick={onClose}>
                  being redeemed
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      </DialogBody>
      <CloseOnly onClose={onClose} />
    </>
  )
}

function Confirmation({
  forfeited,
  pending,
  onClose,
}: Pick<Outlook, 'forfeited' | 'pending'> & { onClose: () => void }) {
  const user = useCurrentUser()
  const { username, walletAddress, passkeyWallet, linkedAccounts } = user
  const isByLink = confirmsByLink(user)
  const [typed, setTyped] = useState('')
  const [isSigning, setSigning] = useState(false)
  const { open: records } = useRecords()
  const isTyped = typed.trim().toLowerCase() === username
  const leave = useLeave()
  const remove = useDelete(leave)
  const needsProof = errorCode(remove.error) === 'FRESH_SIGN_IN_REQUIRED'
  const links = (kind: 'primary' | 'secondary') => (
    <ConfirmLinks
      accounts={linkedAccounts}
      className={buttonClass(kind, 48)}
      confirms={{ purpose: 'delete-account' }}
      next={paths.settingsAsking({ open: 'delete-account' })}
    >
      {(name) => `Confirm with ${name}`}
    </ConfirmLinks>
  )
  if (isSigning || (needsProof && passkeyWallet !== null)) {
    return (
      <>
        <DialogBody>
          <Suspense fallback={<Skeleton className="h-32" />}>
            <ConfirmWithWallet
              purpose="delete-account"
              address={walletAddress}
              failure={errorTexts.remove}
              onProof={async (proof) => {
                await request('POST /api/user/delete', { body: { confirmation: typed, proof } })
                await leave()
              }}
            />
          </Suspense>
        </DialogBody>
        <DialogActions>
          <Button
            kind="secondary"
            onClick={() => {
              setSigning(false)
              remove.reset()
            }}
          >
            Back
          </Button>
          {isByLink && links('secondary')}
        </DialogActions>
      </>
    )
  }
  return (
    <>
      <DialogBody>
        <p className="text-ink-2">
          This can’t be undone. You are signed out everywhere and removed from every page, ranking and search. Your{' '}
          {records} stay under an anonymous name, and blockchain transactions remain. Others can take your username.
        </p>
        {pending.sent + pending.received > 0 && <p className="text-ink-2">{challengesText(pending)}</p>}
        <p className="text-ink-2">
          If you return with the same wallet or connected account, your streak and day continue. Lessons that already
          paid you don’t pay again, and what you owe is still owed.
        </p>
        {passkeyWallet?.status === 'bound' && (
          <p className="text-ink-2">
            Your wallet belongs to your passkey, and Aura can’t open it for you later. Send out what it holds first.
          </p>
        )}
        <p className="font-strong">You forfeit</p>
        <Facts facts={factsOf(forfeited)} />
        <Field
          label={`Type ${username} to confirm`}
          value={typed}
          onText={setTyped}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={
            remove.error && !needsProof && !isUnauthorized(remove.error)
              ? errorText(remove.error, errorTexts.remove).description
              : undefined
          }
        />
        {needsProof && (
          <Notice tone="warn" title="Confirm it’s you">
            Your account has no wallet, so confirm with {linkedAccounts.map(({ name }) => name).join(' or ')}. You will
            return to this page.
          </Notice>
        )}
      </DialogBody>
      <DialogActions>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        {needsProof ? (
          links('primary')
        ) : (
          <Button
            kind="danger"
            disabled={!isTyped}
            busy={remove.isPending && 'Deleting...'}
            onClick={() => (isByLink ? remove.mutate({ confirmation: typed }) : setSigning(true))}
          >
            Delete permanently
          </Button>
        )}
      </DialogActions>
    </>
  )
}

function challengesText({ sent, received }: Outlook['pending']): string {
  const count = (number: number, what: string) => `${number} ${number === 1 ? 'challenge' : 'challenges'} you ${what}`
  const parts = [
    ...(sent > 0 ? [`withdraws ${count(sent, 'sent')}`] : []),
    ...(received > 0 ? [`rejects ${count(received, 'received')}`] : []),
  ]
  return `Deleting your account ${parts.join(' and ')}. The stakes are returned first.`
}

const factsOf = ({ auraPoints, purchasedSteeze, earnedSteeze, usdc }: Outlook['forfeited']) =>
  [
    ['Aura Points', formatWhole(auraPoints)],
    ['Purchased Steeze', formatWhole(purchasedSteeze)],
    ['Earned Steeze', formatWhole(earnedSteeze)],
    ['USDC it redeems for', usdc.toFixed(2)],
  ] as const

function useLeave() {
  const client = useQueryClient()
  const forgetUser = useForgetUser()
  return async () => {
    forgetUser()
    forgetMember()
    tellOtherTabs({ type: 'ended' })
    navigate(paths.home, { replace: true })
    await forgetSession(client)
    toast({ title: 'Your account has been deleted' })
  }
}

const useDelete = (leave: () => Promise<void>) =>
  useWrite({
    send: (body: Body<'POST /api/user/delete'>) => request('POST /api/user/delete', { body }),
    onSuccess: leave,
  })
