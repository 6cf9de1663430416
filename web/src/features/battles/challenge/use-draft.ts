import { useState } from 'react'
import type { User } from '#features/auth'
import { Intent } from '#lib/intent'
import { serverNow } from '#lib/time/server-clock'
import { emptyLink, type LinkForm } from '../links/link-form.rules.ts'
import type { Challenged } from './challenge-head.tsx'
import { type ChallengeForm, emptyForm, type Opponent } from './create-form.ts'

interface Draft {
  to: Challenged
  form: ChallengeForm
  linkForm: LinkForm
  isMade: boolean
}

export type Change<T> = (change: (before: T) => T) => void

interface DraftOptions {
  isOpen: boolean
  /** Chosen at the start. */
  opponent: Opponent | null
  user: Pick<User, 'availableAuraPoints' | 'timeZone'>
}

/**
 * Returns what is typed in both forms of a challenge; undefined until they are first opened. It outlives the dialog until
 * the challenge is made, or someone else is challenged, and so do the intents: an unanswered one stays the same one.
 */
export function useDraft({ isOpen, opponent, user: { availableAuraPoints: availableAp, timeZone } }: DraftOptions) {
  const [draft, setDraft] = useState<Draft>()
  const [intents] = useState(() => ({ creator: new Intent(), link: new Intent() }))
  const [wasOpen, setWasOpen] = useState(false)
  const fresh = () => ({ form: emptyForm(serverNow(), timeZone, availableAp), linkForm: emptyLink(availableAp) })
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) {
      const isKept = draft && !draft.isMade && (!opponent || draft.form.opponent?.id === opponent.id)
      const kept = isKept ? draft : { to: 'creator' as const, ...fresh(), isMade: false }
      setDraft({ ...kept, form: { ...kept.form, opponent: opponent ?? kept.form.opponent } })
    }
  }
  const change: Change<Draft> = (next) => setDraft((before) => before && next(before))
  const onForm: Change<ChallengeForm> = (next) => change((before) => ({ ...before, form: next(before.form) }))
  const onLinkForm: Change<LinkForm> = (next) => change((before) => ({ ...before, linkForm: next(before.linkForm) }))
  // The same person's AP may have changed.
  const isSame = opponent !== null && draft?.form.opponent?.id === opponent.id
  return {
    draft: draft && isSame ? { ...draft, form: { ...draft.form, opponent } } : draft,
    intents,
    onForm,
    onLinkForm,
    /** Keeps what was typed in the other form, and carries over the shared fields. */
    choose: (to: Challenged) =>
      change(({ form, linkForm, ...before }) =>
        to === 'link'
          ? { ...before, to, form, linkForm: { ...linkForm, ...commonOf(form) } }
          : { ...before, to, linkForm, form: { ...form, ...commonOf(linkForm) } },
      ),
    /** Ends the draft whose challenge was made; if the other form is being typed in, that stays. */
    end: (made: Challenged) =>
      change((before) => {
        if (made === before.to) return { ...before, isMade: true }
        const { form, linkForm } = fresh()
        return made === 'creator' ? { ...before, form } : { ...before, linkForm }
      }),
  }
}

const commonOf = ({ title, description, stake, softClose, decidedBy, bestOf }: ChallengeForm | LinkForm) => ({
  title,
  description,
  stake,
  softClose,
  decidedBy,
  bestOf,
})
