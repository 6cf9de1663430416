import { API_ERRORS } from '@aura/api/errors'
import { formatWhole } from '@aura/api/money'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import { useCurrentUser } from '#features/auth'
import { Button } from '#ui/forms/button'
import { NumberStepper } from '#ui/forms/number-stepper'
import { Select } from '#ui/forms/select'
import { BalanceInsufficient } from '../challenge/balance-insufficient.tsx'
import { ChallengePreview } from '../challenge/challenge-preview.tsx'
import { SoftCloseAndDescription, TitleField } from '../challenge/common-fields.tsx'
import styles from '../challenge/create-battle.module.css'
import { BestOfQuestions, DecidedBy } from '../challenge/decided-by.tsx'
import type { Change } from '../challenge/use-draft.ts'
import { LENGTHS, type LinkFault, type LinkForm as LinkFields, linkFault, stakeHint } from './link-form.rules.ts'

interface LinkFormProps {
  form: LinkFields
  onForm: Change<LinkFields>
  fault: LinkFault | null
  onFault: (fault: LinkFault | null) => void
  isPending: boolean
  onSend: (form: LinkFields) => void
  onClose: () => void
}

export function LinkForm({ form, onForm, fault, onFault, isPending, onSend, onClose }: LinkFormProps) {
  const { availableAuraPoints: availableAp } = useCurrentUser()
  const change = (changes: Partial<LinkFields>) => {
    onForm((before) => ({ ...before, ...changes }))
    onFault(null)
  }
  const send = () => {
    const found = linkFault(form, availableAp)
    onFault(found)
    if (!found) onSend(form)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) send()
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
        <Button type="submit" busy={isPending && 'MAKING...'}>
          MAKE CHALLENGE LINK
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
