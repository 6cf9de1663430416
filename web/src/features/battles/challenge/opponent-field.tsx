import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { LevelName } from '#aura/level-name.tsx'
import { PersonRing } from '#aura/person-ring.tsx'
import { useCurrentUser } from '#features/auth'
import { read } from '#lib/query-client'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { FieldTop, MessageLine } from '#ui/forms/field-frame'
import styles from './create-battle.module.css'
import type { Opponent } from './create-form.ts'
import { SuggestedOpponents } from './suggested-opponents.tsx'

const DEBOUNCE_MS = 300
const MAX_SHOWN = 6

interface OpponentFieldProps {
  value: Opponent | null
  onChange: (opponent: Opponent | null) => void
  error?: string | undefined
  refusal?: string | undefined
  className: string
}

export function OpponentField({ value, onChange, error, refusal, className }: OpponentFieldProps) {
  const [text, setText] = useState('')
  const choose = (opponent: Opponent) => {
    setText('')
    onChange(opponent)
  }
  return (
    <div className={className}>
      {value ? (
        <Chosen opponent={value} onChange={() => onChange(null)} />
      ) : (
        <SearchField text={text} error={error} onText={setText} onChoose={choose} />
      )}
      <div role="status">{value && <MessageLine message={refusal ? { tone: 'danger', text: refusal } : null} />}</div>
      <SuggestedOpponents isHidden={text.trim() !== ''} chosenId={value?.id} onChoose={choose} />
    </div>
  )
}

function Chosen({ opponent, onChange }: { opponent: Opponent; onChange: () => void }) {
  const id = useId()
  return (
    <>
      <FieldTop aside="by username or wallet address">
        <span id={id}>Opponent</span>
      </FieldTop>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the label is written above */}
      <div
        className={styles.opponent}
        role="group"
        aria-labelledby={id}
        data-aura={levelOfStreak(opponent.currentStreak).key}
      >
        <Person opponent={opponent} />
        <Button kind="ghost" size={40} onClick={onChange}>
          Change
        </Button>
      </div>
    </>
  )
}

function Person({ opponent }: { opponent: Opponent }) {
  return (
    <>
      <PersonRing person={opponent} size={44} />
      <span className={styles.person}>
        <b>{opponent.username}</b>
        <span>
          <LevelName days={opponent.currentStreak} />
          <span className="num">{formatWhole(opponent.availableAuraPoints)} AP available</span>
        </span>
      </span>
    </>
  )
}

interface SearchFieldProps {
  text: string
  error: string | undefined
  onText: (text: string) => void
  onChoose: (opponent: Opponent) => void
}

function SearchField({ text, error, onText, onChoose }: SearchFieldProps) {
  const me = useCurrentUser()
  const asked = useDebounced(text.trim())
  const search = useQuery({
    ...read('GET /api/users/search', undefined, { q: asked, limit: 10 }),
    enabled: asked !== '',
    staleTime: 10_000,
  })
  const found = (asked === '' ? [] : (search.data ?? [])).filter(({ id }) => id !== me.id).slice(0, MAX_SHOWN)
  const isNobody = asked !== '' && search.data !== undefined && found.length === 0
  return (
    <div className={styles.search}>
      <Field
        label="Opponent"
        aside="by username or wallet address"
        type="search"
        autoComplete="off"
        spellCheck={false}
        icon={<Search size={18} strokeWidth={1.75} aria-hidden="true" />}
        value={text}
        onText={onText}
        error={error}
        busy={search.isFetching ? 'Searching...' : undefined}
        hint={isNobody || search.isError ? 'No one found' : foundText(found.length)}
      />
      {found.length > 0 && (
        <ul className={styles.found} aria-label="Creators found">
          {found.map((opponent) => (
            <li key={opponent.id}>
              <button type="button" onClick={() => onChoose(opponent)}>
                <Person opponent={opponent} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const foundText = (count: number): string | undefined =>
  count === 0 ? undefined : count === 1 ? '1 creator found' : `${count} creators found`

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
