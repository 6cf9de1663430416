import type { ClosedRound } from '@aura/api/calls/battles/rounds'
import { useId } from 'react'
import { Segmented } from '#ui/forms/segmented'
import type { Side } from '../shared/battle-view.ts'
import { Sparks } from './fighter.tsx'
import type { OwnRecord } from './own-record.ts'
import styles from './rounds.module.css'

interface CheeringProps {
  sides: readonly [Side, Side]
  own: OwnRecord
  value: string | null
  onChange: (id: string | null) => void
}

const NEITHER = 'neither'

/** For whom a viewer cheers, and how many they had right. */
export function Cheering({ sides, own, value, onChange }: CheeringProps) {
  const label = useId()
  return (
    <section className={styles.cheering} aria-label="You in the crowd">
      <b id={label}>You cheer for</b>
      <Segmented
        labelledBy={label}
        items={[...sides.map(({ person, name }) => ({ value: person.id, name })), { value: NEITHER, name: 'Neither' }]}
        value={value ?? NEITHER}
        onChange={(id) => onChange(id === NEITHER ? null : id)}
      />
      <p>
        {own.answered > 0 ? (
          <>
            You: <b className="num">{own.right}</b> of {own.answered} right <Sparks count={own.streak} />
          </>
        ) : (
          'Answer along: free, and it changes nothing in the battle.'
        )}
      </p>
    </section>
  )
}

/** How many of each side's viewers were right. */
export function CrowdCounts({ crowd, sides }: { crowd: ClosedRound['crowd']; sides: readonly [Side, Side] }) {
  const counts = [crowd.challenger, crowd.opponent, crowd.neither]
  if (counts.every(({ answered }) => answered === 0)) return null
  return (
    <dl className={styles.crowd} aria-label="The crowd">
      {[...sides.map(({ name, accent }) => ({ name: `For ${name}`, accent })), { name: 'Neutral', accent: 'none' }].map(
        ({ name, accent }, at) => {
          const { answered = 0, right = 0 } = counts[at] ?? {}
          return (
            answered > 0 && (
              <div key={name} data-aura={accent}>
                <dt>{name}</dt>
                <dd className="num">
                  {right} of {answered} right
                </dd>
              </div>
            )
          )
        },
      )}
    </dl>
  )
}
