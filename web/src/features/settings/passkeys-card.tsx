import type { Answer } from '@aura/api/calls'
import { PASSKEY_RULES } from '@aura/api/rules/auth'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useCurrentUser } from '#features/auth'
import { request } from '#lib/api'
import { errorCode } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
import { PasskeyError, passkeyErrorText } from '#lib/passkey/passkey-error'
import { read } from '#lib/query-client'
import { type Times, useTimes } from '#lib/time/times'
import { toastFailure } from '#lib/toast-failure'
import { useConfig } from '#lib/use-config'
import { useWrite } from '#lib/use-write'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { addPasskey } from './add-passkey.ts'
import { Card, Setting } from './card.tsx'
import { errorTexts } from './error-texts.ts'
import { SaveRescuePage } from './save-rescue-page.tsx'
import { useRenamePasskey } from './use-rename-passkey.ts'

type Passkey = Answer<'GET /api/passkeys'>['passkeys'][number]

const passkeysRead = read('GET /api/passkeys')

/** Left out where passkeys don't work and there is none. */
export function PasskeysCard() {
  const { data: config } = useConfig()
  const { data, error, isFetching, refetch } = useQuery({ ...passkeysRead, staleTime: 0 })
  const { walletAddress, linkedAccounts } = useCurrentUser()
  const isOnlyWay =
    walletAddress === null && linkedAccounts.every(({ id }) => id === null) && data?.passkeys.length === 1
  const isPossible = config?.passkeys === true && typeof PublicKeyCredential !== 'undefined'
  if (config && !isPossible && data?.passkeys.length === 0) return null
  return (
    <Card title="Passkeys">
      {!data && !error && <Skeleton className="my-4 h-10" />}
      {error && !data && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} isOnlyWay={isOnlyWay} />
      ))}
      {data?.wallet && <SaveRescuePage />}
      {data && isPossible && <AddPasskey hasSome={data.passkeys.length > 0} isWallet={data.wallet !== null} />}
    </Card>
  )
}

function PasskeyRow({ passkey, isOnlyWay }: { passkey: Passkey; isOnlyWay: boolean }) {
  const [isRenaming, setRenaming] = useState(false)
  const times = useTimes()
  const { id, name, isWallet } = passkey
  const remove = useRemove(id)
  if (isRenaming) return <Rename id={id} name={name} onDone={() => setRenaming(false)} />
  return (
    <Setting
      icon={<KeyRound size={20} strokeWidth={1.75} />}
      title={name}
      note={
        <>
          <p>{usageText(passkey, times)}</p>
          <p>{keptText(passkey)}</p>
        </>
      }
      action={
        <span className="flex flex-wrap gap-2">
          <Button kind="secondary" size={40} aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
            Rename
          </Button>
          {!isWallet && !isOnlyWay && (
            <Button
              kind="secondary"
              size={40}
              aria-label={`Remove ${name}`}
              busy={remove.isPending && 'Removing...'}
              onClick={() => remove.mutate()}
            >
              Remove
            </Button>
          )}
        </span>
      }
    />
  )
}

function usageText({ createdAt, lastUsedAt }: Passkey, times: Times): string {
  const made = `Made ${times.day(createdAt)}`
  return lastUsedAt === null ? `${made}, not used since` : `${made}, last used ${times.day(lastUsedAt)}`
}

function keptText({ isWallet, isBackedUp }: Passkey): string {
  const kept = isBackedUp ? 'Backed up by your passkey provider.' : 'On one device only: it is lost with the device.'
  return isWallet ? `A key of your wallet. ${kept}` : kept
}

function Rename({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const [text, setText] = useState(name)
  const rename = useRenamePasskey(id, text, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') rename.mutate(text)
  }
  return (
    <form className="grid gap-3 py-4" onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onDone()}>
      <Field
        label="Name"
        value={text}
        onText={setText}
        maxLength={PASSKEY_RULES.maxName}
        counted={PASSKEY_RULES.maxName}
        autoComplete="off"
        autoFocus
      />
      <span className="flex gap-2">
        <Button type="submit" size={40} disabled={text.trim() === ''} busy={rename.isPending && 'Saving...'}>
          Save
        </Button>
        <Button kind="secondary" size={40} onClick={onDone}>
          Cancel
        </Button>
      </span>
    </form>
  )
}

/** The person confirms it in the dialog that asks for their wallet or passkey. */
function useRemove(id: string) {
  const client = useQueryClient()
  const hasSigned = useRef(false)
  return useWrite({
    send: () =>
      freshly((proof) => {
        hasSigned.current = proof !== undefined
        return request('POST /api/passkeys/:id/remove', { params: { id }, body: proof ? { proof } : {} })
      }, 'remove-passkey'),
    onSuccess: async () => {
      toast({ title: 'Passkey removed', description: 'Delete it on your device, too.' })
      await Promise.all([
        client.invalidateQueries(passkeysRead),
        client.invalidateQueries(read('GET /api/user/sessions')),
      ])
    },
    onError: (error) => {
      void client.invalidateQueries(passkeysRead)
      const hasDeclined = errorCode(error) === 'FRESH_SIGN_IN_REQUIRED' && !hasSigned.current
      return hasDeclined ? undefined : toastFailure(error, errorTexts.removePasskey)
    },
  })
}

function AddPasskey({ hasSome, isWallet }: { hasSome: boolean; isWallet: boolean }) {
  const client = useQueryClient()
  const add = useWrite({
    send: addPasskey,
    onSuccess: async ({ name }) => {
      toast({ title: 'Passkey added', description: `“${name}” can now sign in to your account.` })
      await Promise.all(
        [passkeysRead, read('GET /api/account/keys')].map((changed) => client.invalidateQueries(changed)),
      )
    },
    onError: (error) =>
      error instanceof PasskeyError
        ? toast({ ...passkeyErrorText(error), kind: 'destructive' })
        : toastFailure(error, errorTexts.addPasskey),
  })
  return (
    <Setting
      title={hasSome ? 'Another passkey' : 'Sign in with a passkey'}
      note={
        hasSome
          ? `Add one on a second device, so that losing the first doesn’t lock you out.${isWallet ? ' It signs in at once. Below you make it a key of your wallet, too.' : ''}`
          : 'Your face, finger or PIN signs you in, with no password.'
      }
      action={
        <Button kind="secondary" size={40} busy={add.isPending && 'Adding...'} onClick={() => add.mutate()}>
          Add a passkey
        </Button>
      }
    />
  )
}
