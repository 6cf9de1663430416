import { useState } from 'react'
import type { Response } from '../lesson-progress.ts'

interface Asked {
  text: string
}

export interface KeptResponse {
  to: string
  response: Response
}

/** Returns the response if it belongs to this question; another question starts without one. */
export const responseTo = (question: Asked | null | undefined, kept: KeptResponse | null): Response | null =>
  kept !== null && kept.to === question?.text ? kept.response : null

export function useResponse(question: Asked | null | undefined) {
  const [kept, setKept] = useState<KeptResponse | null>(null)
  return {
    response: responseTo(question, kept),
    respond: (response: Response) => setKept(question ? { to: question.text, response } : null),
    clear: () => setKept(null),
  }
}
