import { withChecksums } from '@aura/lab/bytes'
import { type Entry, historyOf } from '@aura/lab/history'
import type { Fields, Message, Row } from '@aura/lab/kind'
import type { Session } from '@aura/lab/session'

/** A scene as data, without the functions that only the worker can call. */
export interface LabView {
  goal: string
  round: number
  messages: readonly Message[]
  rows: readonly Row[]
  requests: readonly { name: string; from: string; title: string; rows: readonly Row[]; fields: Fields }[]
  moves: readonly { name: string; label: string; submit: string; fields: Fields }[]
  history: readonly Entry[]
  verdict: { state: 'open' | 'solved' | 'trapped'; text: string }
  /** The node's reason to refuse the last transaction. */
  refusal: string | null
}

// Labs compare addresses in small letters; people see them with their checksum.
const shownRows = (rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row, value: withChecksums(row.value) }))

const shownFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (field.type !== 'choice') return [name, field]
      const options = field.options.map(({ detail, ...option }) => ({
        ...option,
        text: withChecksums(option.text),
        ...(detail !== undefined && { detail: withChecksums(detail) }),
      }))
      return [name, { ...field, options }]
    }),
  )

export async function viewOf<World>(session: Session<World>, refusal: string | undefined): Promise<LabView> {
  const { kind, round } = session
  const { messages = [], rows, requests = {}, moves } = await session.scene()
  const verdict = await session.verdict()
  const text = verdict.state === 'trapped' ? kind.traps[verdict.trap] : verdict.state === 'solved' ? kind.solved : ''
  return {
    goal: withChecksums(session.goal),
    round,
    messages: messages.map(({ from, text: said }) => ({ from, text: withChecksums(said) })),
    rows: shownRows(rows),
    requests: Object.entries(requests).map(([name, { from, title, rows: asked, fields = {} }]) => {
      return { name, from, title, rows: shownRows(asked), fields: shownFields(fields) }
    }),
    moves: Object.entries(moves).map(([name, { label, submit = label, fields = {} }]) => {
      return { name, label, submit, fields: shownFields(fields) }
    }),
    history: historyOf(session),
    verdict: { state: verdict.state, text: text ?? '' },
    refusal: refusal ?? null,
  }
}
