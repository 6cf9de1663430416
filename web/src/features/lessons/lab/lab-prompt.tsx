import type { Fields, Row } from '@aura/lab/kind'
import type { Prompt } from '@aura/lab/prompt/prompt'
import type { Action } from '@aura/lab/transcript'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import styles from './lab.module.css'
import { LabForm } from './lab-form.tsx'
import { Lines } from './lab-lines.tsx'
import prompts from './lab-prompt.module.css'
import type { LabRequest } from './lab-view.ts'

/** Of the wallet, for what a move signs. Takes the focus, as a wallet's window does. */
export function MovePrompt({
  prompt,
  onConfirm,
  onReject,
}: {
  prompt: Prompt
  onConfirm: () => void
  onReject: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={prompts.prompt} aria-labelledby={id}>
      <PromptBody prompt={prompt} id={id} headingRef={heading} />
      <Decision onConfirm={onConfirm} onReject={onReject} />
    </section>
  )
}

interface RequestPromptProps {
  request: LabRequest
  onAct: (action: Action) => void
  onPreview: (action: Action) => Promise<Prompt | null>
}

/** Of the wallet, for what a site asks. Follows what is typed into its fields. */
export function RequestPrompt({ request, onAct, onPreview }: RequestPromptProps) {
  const { name, from, title, rows, fields, prompt: preset } = request
  const [prompt, setPrompt] = useState(preset)
  const asked = useRef(0)
  useEffect(() => {
    asked.current++
    setPrompt(preset)
  }, [preset])
  const follow = async (input: Record<string, string>) => {
    asked.current++
    const mine = asked.current
    const next = await onPreview({ do: 'approve', request: name, ...inputOf(input) })
    if (next && mine === asked.current) setPrompt(next)
    return next
  }
  const approve = async (input: Record<string, string>) => {
    // Nothing is signed before it was shown.
    const isShown = prompt !== null || (await follow(input)) === null
    if (isShown) onAct({ do: 'approve', request: name, ...inputOf(input) })
  }
  return (
    <section className={prompts.prompt} aria-label={`${title}, asked by ${from}`}>
      <p className={prompts.claim}>
        <b>{from}</b> says: {title}
      </p>
      <Lines rows={rows} />
      {prompt && <PromptBody prompt={prompt} />}
      <RequestForm fields={fields} title={title} onSubmit={approve} onValid={follow}>
        <Decision onReject={() => onAct({ do: 'reject', request: name })} />
      </RequestForm>
    </section>
  )
}

export const inputOf = (input: Record<string, string>) => (Object.keys(input).length > 0 ? { input } : {})

function RequestForm(props: {
  fields: Fields
  title: string
  children: ReactNode
  onSubmit: (input: Record<string, string>) => void
  onValid: (input: Record<string, string>) => void
}) {
  const { title, ...rest } = props
  return <LabForm label={title} {...rest} />
}

/** Without `onConfirm`, the button submits its form. */
function Decision({ onConfirm, onReject }: { onConfirm?: () => void; onReject: () => void }) {
  return (
    <div className={styles.actions}>
      <button type="button" onClick={onReject}>
        Reject
      </button>
      <button type={onConfirm ? 'button' : 'submit'} className={styles.yes} onClick={onConfirm}>
        Confirm
      </button>
    </div>
  )
}

const NETWORK: Row = { label: 'Network', value: 'Practice chain, worth nothing' }

interface PromptBodyProps {
  prompt: Prompt
  id?: string
  headingRef?: Ref<HTMLHeadingElement>
}

function PromptBody({ prompt: { site, parts, changes, fails, fee, warnings }, id, headingRef }: PromptBodyProps) {
  const [first] = parts
  const title = parts.length === 1 ? (first?.title ?? '') : `${parts.length} requests in one`
  return (
    <>
      <h4 id={id} ref={headingRef} {...(headingRef ? { tabIndex: -1 } : {})}>
        {title}
      </h4>
      <Lines rows={[{ label: 'Site', value: site ?? 'none, you began it here' }, NETWORK]} />
      {warnings.length > 0 && (
        <ul className={prompts.warnings} aria-label="Warnings">
          {warnings.map(({ level, text }) => (
            <li key={text} data-level={level}>
              {level !== 'note' && <TriangleAlert size={18} aria-hidden="true" />}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={prompts.changes}>
        <h5>Estimated changes</h5>
        <Changes changes={changes} fails={fails} />
      </div>
      {parts.map(({ title: part, rows }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
        <div key={at} className={prompts.part}>
          {parts.length > 1 && (
            <h5>
              {at + 1}. {part}
            </h5>
          )}
          <Lines rows={rows} />
        </div>
      ))}
      <Lines rows={[{ label: 'Fee', value: fee }]} />
    </>
  )
}

function Changes({ changes, fails }: Pick<Prompt, 'changes' | 'fails'>) {
  if (changes === null) return <p>Unknown: this wallet can’t read the request.</p>
  if (fails) return <p>None, since the rehearsal failed.</p>
  if (changes.length === 0) return <p>No balance changes.</p>
  return (
    <ul>
      {changes.map(({ text, isLoss }) => (
        <li key={text} data-loss={isLoss || undefined}>
          {text}
        </li>
      ))}
    </ul>
  )
}
