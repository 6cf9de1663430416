import { API_ERRORS } from '@aura/api/errors'
import { formatWhole } from '@aura/api/money'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser } from '#features/auth'
import { request } from '#lib/api'
import { errorCode, isUnauthorized } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import type { Intent } from '#lib/intent'
import { read } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { NumberStepper } from '#ui/forms/number-stepper'
import { Select } from '#ui/forms/select'
import { BalanceInsufficient } from '../challenge/balance-insufficient.tsx'
import { ChallengePreview } from '../challenge/challenge-preview.tsx'
import { SoftCloseAndDescription, TitleField } from '../challenge/common-fields.tsx'
import styles from '../challenge/create-battle.module.css'
import { BestOfQuestions, DecidedBy } from '../challenge/decided-by.tsx'
import type { Change } from '../challenge/use-draft.ts'
import { linksRead } from '../shared/battle-reads.ts'
import type { ChallengeLink } from '../shared/battle-view.ts'
import { errorTexts } from '../shared/error-texts.ts'
import {
  LENGTHS,
  type LinkFault,
  type LinkForm as LinkFields,
  linkBody,
  linkFault,
  linkFieldOf,
  stakeHint,
} from './link-form.rules.ts'

interface LinkFormProps {
  isOpen: boolean
  intent: Intent
  onClose: () => void
  onMade: (link: ChallengeLink) => void
  onSent: (form: LinkFields) => void
  form: LinkFields
  onForm: Change<LinkFields>
}

export function LinkForm({ isOpen, intent, onClose, onMade, onSent, form, onForm }: LinkFormProps) {
  const { availableAuraPoints: availableAp } = useCurrentUser()
  const [fault, setFault] = useState<LinkFault | null>(null)
  const create = useCreateLink({ isOpen, intent, onFault: setFault, onMade, onSent })
  const change = (changes: Partial<LinkFields>) => {
    onForm((before) => ({ ...before, ...changes }))
    setFault(null)
  }
  const send = () => {
    const found = linkFault(form, availableAp)
    setFault(found)
    if (!found) create.mutate(form)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!create.isPending) send()
      }}
    >
      <div className={styles.body}>
        <ChallengePreview opponent={null} stake={form.stake ?? 0} />
        <div className={styles.fields}>
          <p className={styles.wide}>
            Make a link and share it anywhere. The first person to accept battles you, even if they join Aura for it.
          </p>
          <TitleField form={form} onChange={change} />
          <DecidedBy form={form} onChange={change} />
          {form.decidedBy === 'knowledge' ? (
            <BestOfQuestions form={form} onChange={change} />
          ) : (
            <Select
              label="Duration"
              aside={`Starts ${BATTLE_RULES.linkStartsInMinutes} min after it is accepted`}
              items={LENGTHS}
              value={form.length}
              onChange={(length) => change({ length })}
            />
          )}
          <div className={styles.wide}>
            <NumberStepper
              label="Stake amount"
              aside={`${formatWhole(availableAp)} AP available`}
              value={form.stake}
              min={1}
              max={Math.min(availableAp, BATTLE_RULES.pairAp.ap)}
              step={10}
              unit="AP"
              invalid={API_ERRORS.BATTLE_STAKE_INVALID.message}
              error={fault?.text}
              hint={stakeHint(form.stake)}
              onChange={(stake) => change({ stake })}
            />
          </div>
          <SoftCloseAndDescription form={form} onChange={change} />
        </div>
      </div>
      <footer className={styles.actions}>
        <p className={styles.promise}>
          {form.stake !== null &&
            `Your ${formatWhole(form.stake)} AP is held until somebody accepts. If you withdraw the link, or nobody accepts in ${BATTLE_RULES.linkDays} days, you get it back.`}
        </p>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={create.isPending && 'MAKING...'}>
          MAKE CHALLENGE LINK
        </Button>
      </footer>
      <BalanceInsufficient
        open={fault?.field === 'own-balance'}
        stake={form.stake ?? 0}
        onClose={() => setFault(null)}
      />
    </form>
  )
}

interface CreateOptions extends Pick<LinkFormProps, 'isOpen' | 'intent' | 'onMade' | 'onSent'> {
  onFault: (fault: LinkFault) => void
}

function useCreateLink({ isOpen, intent, onFault, onMade, onSent }: CreateOptions) {
  const client = useQueryClient()
  return useWrite({
    isOpen,
    intent,
    send: (form: LinkFields, idempotencyKey) =>
      request('POST /api/challenge-links', { body: linkBody(form), idempotencyKey }),
    onSuccess: async (link, form) => {
      onSent(form)
      onMade(link)
      await Promise.all([client.invalidateQueries(linksRead), client.invalidateQueries(read('GET /api/auth/user'))])
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      // A link without a response may have been created.
      void Promise.all([client.invalidateQueries(linksRead), client.invalidateQueries(read('GET /api/auth/user'))])
      const text = errorText(error, errorTexts.createLink)
      const field = linkFieldOf(errorCode(error))
      if (field) onFault({ field, text: text.description })
      if (field !== 'own-balance') toast({ ...text, kind: 'destructive' })
    },
  })
}
