import { withChecksums } from '@aura/lab/bytes'
import { type Entry, historyOf } from '@aura/lab/history'
import type { Fields, Message, Request, Row } from '@aura/lab/kind'
import { type Prompt, promptOf } from '@aura/lab/prompt/prompt'
import type { Session } from '@aura/lab/session'
import { presetOf } from './lab-preset.ts'

export interface LabRequest {
  name: string
  from: string
  title: string
  rows: readonly Row[]
  fields: Fields
  /** What the wallet shows while the fields hold their presets. */
  prompt: Prompt | null
}

/** A scene as data, without the functions that only the worker can call. */
export interface LabView {
  goal: string
  round: number
  messages: readonly Message[]
  rows: readonly Row[]
  requests: readonly LabRequest[]
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

/** Returns a prompt whose addresses have their checksums. */
export const shownPrompt = (prompt: Prompt): Prompt => ({
  ...prompt,
  parts: prompt.parts.map(({ title, rows }) => ({ title, rows: shownRows(rows) })),
})

async function requestOf<World>(
  session: Session<World>,
  name: string,
  { from, title, rows, fields = {} }: Request,
): Promise<LabRequest> {
  const presets = Object.entries(fields).map(([field, one]) => [field, presetOf(one)])
  const isFilled = presets.every(([, value]) => value !== '')
  const input = presets.length > 0 ? { input: Object.fromEntries(presets) } : {}
  const prompt = isFilled ? await promptOf(session, { do: 'approve', request: name, ...input }) : undefined
  return {
    ...{ name, from, title, rows: shownRows(rows), fields: shownFields(fields) },
    prompt: prompt ? shownPrompt(prompt) : null,
  }
}

export async function viewOf<World>(session: Session<World>, refusal: string | undefined): Promise<LabView> {
  const { kind, round } = session
  const { messages = [], rows, requests = {}, moves } = await session.scene()
  const verdict = await session.verdict()
  const text = verdict.state === 'trapped' ? kind.traps[verdict.trap] : verdict.state === 'solved' ? kind.solved : ''
  const asked: LabRequest[] = []
  for (const [name, request] of Object.entries(requests)) asked.push(await requestOf(session, name, request))
  return {
    goal: withChecksums(session.goal),
    round,
    messages: messages.map(({ from, text: said }) => ({ from, text: withChecksums(said) })),
    rows: shownRows(rows),
    requests: asked,
    moves: Object.entries(moves).map(([name, { label, submit = label, fields = {} }]) => {
      return { name, label, submit, fields: shownFields(fields) }
    }),
    history: historyOf(session),
    verdict: { state: verdict.state, text: text ?? '' },
    refusal: refusal ?? null,
  }
}
