export interface FieldTexts {
  error?: string | undefined
  busy?: string | undefined
  ok?: string | undefined
  hint?: string | undefined
}

export interface FieldMessage {
  tone: 'danger' | 'busy' | 'ok' | 'hint'
  text: string
}

export function fieldMessage({ error, busy, ok, hint }: FieldTexts): FieldMessage | null {
  if (error) return { tone: 'danger', text: error }
  if (busy) return { tone: 'busy', text: busy }
  if (ok) return { tone: 'ok', text: ok }
  return hint ? { tone: 'hint', text: hint } : null
}

/** Returns a text with a hint after it, as two sentences. */
export const withHint = (text: string, hint: string): string =>
  `${text.replace(/[.!?]?$/, (end) => end || '.')} ${hint}`

export const characterCount = (value: string, max: number): string => `${value.length}/${max} characters`
