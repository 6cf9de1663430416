import type { Body } from '@aura/api/calls'
import type { ChallengeTerms } from '@aura/api/calls/battles/challenges'
import { API_ERRORS } from '@aura/api/errors'
import { formatWhole } from '@aura/api/money'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser } from '#features/auth'
import { read } from '#lib/query-client'
import { serverNow } from '#lib/time/server-clock'
import { useConfig } from '#lib/use-config'
import { Button } from '#ui/forms/button'
import { Checkbox } from '#ui/forms/check'
import { Field } from '#ui/forms/field'
import { NumberStepper } from '#ui/forms/number-stepper'
import { Dialog } from '#ui/overlay/dialog'
import type { LinkFault } from '../links/link-form.rules.ts'
import { LinkForm } from '../links/link-form.tsx'
import { LinkReady } from '../links/link-ready.tsx'
import { useCreateLink } from '../links/use-create-link.ts'
import { ownStreamsRead } from '../shared/battle-reads.ts'
import type { ChallengeLink } from '../shared/battle-view.ts'
import { BalanceInsufficient } from './balance-insufficient.tsx'
import { ChallengeHead } from './challenge-head.tsx'
import { ChallengePreview } from './challenge-preview.tsx'
import { SoftCloseAndDescription, TitleField } from './common-fields.tsx'
import styles from './create-battle.module.css'
import {
  type ChallengeForm,
  challengeBody,
  type Fault,
  firstFault,
  isNow,
  type Opponent,
  readTime,
  stakeHint,
  startNote,
} from './create-form.ts'
import { BestOfQuestions, DecidedBy } from './decided-by.tsx'
import { OpponentField } from './opponent-field.tsx'
import { Duration, Start } from './start-and-duration.tsx'
import { useCreate } from './use-create.ts'
import { type Change, useDraft } from './use-draft.ts'
import { zonedDate } from './zoned-time.ts'

interface CreateBattleProps {
  open: boolean
  /** Chosen at the start. */
  opponent?: Opponent
  onClose: () => void
  onCreated: () => void
}

/** Closing the dialog keeps what was typed and ends no request. */
export default function CreateBattle({ open, onClose, onCreated, opponent }: CreateBattleProps) {
  const [link, setLink] = useState<ChallengeLink | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [linkFault, setLinkFault] = useState<LinkFault | null>(null)
  const user = useCurrentUser()
  const { draft, intents, choose, end, onForm, onLinkForm } = useDraft({
    isOpen: open,
    opponent: opponent ?? null,
    user,
  })
  const create = useCreate({
    isOpen: open,
    intent: intents.creator,
    onFault: setFault,
    onMade: () => end('creator'),
    onDone() {
      onClose()
      onCreated()
    },
    onGone: () => {
      if (draft?.to === 'creator') onClose()
    },
  })
  const createLink = useCreateLink({
    isOpen: open,
    intent: intents.link,
    onFault: setLinkFault,
    onMade(made) {
      end('link')
      setLink(made)
    },
  })
  // A dialog of its own, since a smaller one in the form's place would move everything.
  if (link) {
    return (
      <Dialog key="link" open={open} onClose={onClose} onClosed={() => setLink(null)} phone="sheet">
        <LinkReady link={link} onDone={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog key="form" open={open} onClose={onClose} phone="full" className={styles.dialog ?? ''}>
      {draft && <ChallengeHead to={draft.to} onChange={choose} />}
      {draft?.to === 'creator' && (
        <Form
          form={draft.form}
          onForm={onForm}
          fault={fault}
          onFault={setFault}
          isPending={create.isPending}
          onSend={create.mutate}
          onClose={onClose}
        />
      )}
      {draft?.to === 'link' && (
        <LinkForm
          form={draft.linkForm}
          onForm={onLinkForm}
          fault={linkFault}
          onFault={setLinkFault}
          isPending={createLink.isPending}
          onSend={createLink.mutate}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  form: ChallengeForm
  onForm: Change<ChallengeForm>
  fault: Fault | null
  onFault: (fault: Fault | null) => void
  isPending: boolean
  onSend: (body: Body<'POST /api/battles'>) => void
  onClose: () => void
}

function Form({ form, onForm, fault, onFault, isPending, onSend, onClose }: FormProps) {
  const { availableAuraPoints: availableAp, timeZone } = useCurrentUser()
  const demo = useConfig().data?.demoBattle ?? null
  const terms = useTerms(form.opponent?.id)
  const stream = useQuery(ownStreamsRead).data?.stream ?? null
  const change = (changes: Partial<ChallengeForm>) => {
    onForm((before) => ({ ...before, ...changes }))
    onFault(null)
  }
  const send = () => {
    const found = firstFault(form, { availableAp, terms, nowMs: serverNow(), timeZone })
    onFault(found)
    if (!found) onSend(challengeBody(form, timeZone))
  }
  const isKnowledge = form.decidedBy === 'knowledge'
  const note = startNote(form, timeZone)
  const errorOf = (field: Fault['field']) => (fault?.field === field ? fault.text : undefined)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (form.opponent && !isPending) send()
      }}
    >
      <div className={styles.body}>
        <ChallengePreview opponent={form.opponent} stake={form.stake ?? 0} />
        <div className={styles.fields}>
          <OpponentField
            className={styles.wide ?? ''}
            value={form.opponent}
            error={errorOf('opponent')}
            refusal={terms?.refusal ? API_ERRORS[terms.refusal].message : undefined}
            onChange={(opponent) => change({ opponent })}
          />
          <TitleField className={styles.wide ?? ''} form={form} onChange={change} />
          <DecidedBy form={form} onChange={change} />
          <Start form={form} onChange={change} />
          {isKnowledge ? (
            <BestOfQuestions form={form} onChange={change} />
          ) : (
            <Duration form={form} timeZone={timeZone} demo={demo} onChange={change} />
          )}
          {demo && form.duration === 'demo' && !isKnowledge ? (
            <p className={styles.demo}>
              Starts {demo.startsInMinutes} minutes after you send it and lasts {demo.minutes}. The demo’s creators
              accept within seconds.
            </p>
          ) : isNow(form.duration) ? (
            <p className={styles.demo}>
              Starts {BATTLE_RULES.sprintStartsInMinutes} minutes after you send it
              {form.opponent ? `, if ${form.opponent.username} accepts by then` : ''}
              {isKnowledge ? ', or as soon as both of you press Ready.' : '.'}
            </p>
          ) : (
            <>
              <Field
                className={styles.paired ?? ''}
                label="Date"
                type="date"
                min={zonedDate(serverNow(), timeZone)}
                value={form.date}
                error={errorOf('date')}
                onText={(date) => change({ date })}
              />
              <Field
                className={styles.paired ?? ''}
                label="Time"
                // A native field follows the browser's language and may show 12:00 PM beside our 12:00.
                inputMode="numeric"
                autoComplete="off"
                placeholder="18:30"
                onBlur={() => change({ time: readTime(form.time) ?? form.time })}
                aside={timeZone.replaceAll('_', ' ')}
                value={form.time}
                error={errorOf('time') ?? (note?.isWrong ? note.text : undefined)}
                hint={note?.isWrong === false ? note.text : undefined}
                onText={(time) => change({ time })}
              />
            </>
          )}
          <div className={styles.wide}>
            <NumberStepper
              label="Stake amount"
              aside={`${formatWhole(availableAp)} AP available`}
              value={form.stake}
              min={1}
              max={availableAp}
              step={10}
              unit="AP"
              invalid={API_ERRORS.BATTLE_STAKE_INVALID.message}
              error={errorOf('stake') ?? errorOf('own-balance')}
              hint={stakeHint(form.stake, terms)}
              onChange={(stake) => change({ stake })}
            />
          </div>
          {stream && (
            <div className={styles.wide}>
              <Checkbox
                label="Show my stream"
                note={stream.text}
                checked={form.showsStream}
                onChange={(showsStream) => change({ showsStream })}
              />
            </div>
          )}
          <SoftCloseAndDescription form={form} onChange={change} />
        </div>
      </div>
      <footer className={styles.actions}>
        <p className={styles.promise}>
          {form.opponent &&
            form.stake !== null &&
            `Your ${formatWhole(form.stake)} AP is held until ${form.opponent.username} answers. A draw or a refusal returns it.`}
        </p>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!form.opponent || Boolean(terms?.refusal)} busy={isPending && 'SENDING...'}>
          SEND BATTLE REQUEST
        </Button>
      </footer>
      <BalanceInsufficient
        open={fault?.field === 'own-balance'}
        stake={form.stake ?? 0}
        onClose={() => onFault(null)}
      />
    </form>
  )
}

function useTerms(opponentId: string | undefined): ChallengeTerms | undefined {
  const terms = useQuery({
    ...read('GET /api/users/:id/challenge-terms', { id: opponentId ?? '' }),
    enabled: opponentId !== undefined,
    staleTime: 0,
  })
  return terms.data as ChallengeTerms | undefined
}
