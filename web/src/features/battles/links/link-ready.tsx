import { formatWhole } from '@aura/api/money'
import { lengthText } from '@aura/api/rules/battles'
import { Link } from 'wouter'
import { useTimes } from '#lib/time/times'
import { useConfig } from '#lib/use-config'
import { paths } from '#paths'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { Facts } from '#ui/overlay/confirm-dialog'
import { DialogActions, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import type { ChallengeLink } from '../shared/battle-view.ts'
import { ShareButtons } from './share-buttons.tsx'
import { addressOf } from './share-link.ts'

export function LinkReady({ link, onDone }: { link: ChallengeLink; onDone: () => void }) {
  const times = useTimes()
  const { data: config } = useConfig()
  return (
    <>
      <DialogHeader title="Your challenge link is ready" note="Send it to anyone. The first to accept battles you." />
      <DialogBody>
        <div className="grid gap-5">
          <div>
            <Field
              label="Link"
              readOnly
              value={addressOf(link)}
              onFocus={(event) => event.target.select()}
              onText={() => {}}
            />
            <div className="flex flex-wrap gap-3">
              <ShareButtons link={link} size={48} />
            </div>
          </div>
          <Facts
            facts={[
              ['Stake', `${formatWhole(link.stake)} AP each`],
              link.bestOf
                ? ['Decided by', `knowledge, best of ${link.bestOf} questions`]
                : ['Duration', lengthText(link.duration)],
              ['Starts', `${link.startsInMinutes} minutes after it is accepted`],
              ['Can be accepted until', times.minute(link.expiresAt)],
            ]}
          />
          <p className="text-ink-2">It’s listed under My Battles, where you can withdraw it.</p>
          {config?.betaAccess === 'closed' && (
            <p className="text-ink-2">
              Aura is in closed beta, and this link is no invite. Whoever isn’t a member yet needs{' '}
              <Link href={paths.invites} className="text-link">
                an invite of yours
              </Link>{' '}
              first.
            </p>
          )}
        </div>
      </DialogBody>
      <DialogActions>
        <Button kind="secondary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}
