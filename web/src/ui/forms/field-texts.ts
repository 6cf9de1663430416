/** What a field says about what was entered. Of several the first of this list is shown. */
export interface FieldTexts {
  error?: string | undefined
  /** Something is being asked; nothing is known yet. */
  busy?: string | undefined
  ok?: string | undefined
  hint?: string | undefined
}

export interface FieldMessage {
  tone: 'danger' | 'busy' | 'ok' | 'hint'
  text: string
}

/** The one message a field shows. */
export function fieldMessage({ error, busy, ok, hint }: FieldTexts): FieldMessage | null {
  if (error) return { tone: 'danger', text: error }
  if (busy) return { tone: 'busy', text: busy }
  if (ok) return { tone: 'ok', text: ok }
  return hint ? { tone: 'hint', text: hint } : null
}

/** How much of the room is used: '16/20 characters'. */
export const characterCount = (value: string, max: number): string => `${value.length}/${max} characters`
