import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '@aura/api/ids'
import { ArrowLeft, KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useConfig } from '#lib/use-config'
import { FormerPasskeys } from '#payments/relayed/former-passkeys.tsx'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { inviteIdOf } from '../invite-id.ts'
import { hasUsedPasskey } from './remembered-passkey.ts'
import { usePasskeyEntry } from './use-passkey-entry.ts'

/** Asks at once for the passkey of a browser that has used one. Mounted with the dialog's content. */
export default function PasskeyPane({ onBack }: { onBack: () => void }) {
  const { data: config } = useConfig()
  const [username, setUsername] = useState('')
  const { running, problem, isUnknown, create, use, offerInField } = usePasskeyEntry()
  const onOpen = useEffectEvent(() => void (hasUsedPasskey() ? use() : offerInField()))
  useEffect(() => onOpen(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create(username.trim())
  }
  const busyText = (what: 'create' | 'use') =>
    running?.what === what && (running.step === 'asking' ? 'Waiting for your device...' : 'Signing in...')
  return (
    <form className="grid grid-cols-1 content-start gap-4" onSubmit={submit}>
      <p className="text-ink-2">
        A passkey is a key on your device that only your face, finger or PIN unlocks. It signs you in and owns your
        wallet. There is no password and no seed phrase.
      </p>
      <FormerPasskeys />
      {problem && (
        <Notice tone="danger" title={problem.title}>
          <p>{problem.description}</p>
          {isUnknown && <p>If you have no account yet, create a passkey.</p>}
        </Notice>
      )}
      <Field
        label="Username"
        optional
        aside={`${USERNAME_MIN_LENGTH} to ${USERNAME_MAX_LENGTH}: a-z, 0-9, _`}
        hint="Your device lists the passkey under this name."
        value={username}
        onText={setUsername}
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={USERNAME_MAX_LENGTH}
      />
      <Button type="submit" size={56} disabled={running?.what === 'use'} busy={busyText('create')}>
        <KeyRound size={20} strokeWidth={1.75} aria-hidden="true" />
        Create a passkey
      </Button>
      <Button
        kind="secondary"
        size={48}
        disabled={running?.what === 'create'}
        busy={busyText('use')}
        onClick={() => void use()}
      >
        I have a passkey
      </Button>
      {config?.betaAccess === 'closed' && (
        <p className="text-sm text-ink-2">
          {inviteIdOf(location) === null
            ? 'Closed beta. You can look around, learn and follow people until your wallet is whitelisted or a member invites you.'
            : 'Closed beta. Your invite lets in the wallet of your new passkey.'}
        </p>
      )}
      <Button kind="ghost" size={40} className="justify-self-start" onClick={onBack}>
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        Other ways to join
      </Button>
    </form>
  )
}
