import { ROUND_RULES } from '@aura/api/rules/rounds'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorCode, isUnauthorized } from '#lib/api-error'
import { outcomeOf } from '#lib/intent'
import { serverNow } from '#lib/time/server-clock'
import { toastFailure } from '#lib/toast-failure'
import { errorTexts } from '../shared/error-texts.ts'
import type { Choice } from './own-record.ts'

export interface SentAnswer {
  number: number
  choice: Choice
  /** `retrying`: the server isn't responding; `late`: it came after the round closed. */
  state: 'sending' | 'retrying' | 'counted' | 'late' | 'refused'
}

const AGAIN_MS = 500

/** Sends a choice, its indexes ascending, and returns the one that counts. */
type Post = (number: number, choice: number[]) => Promise<Choice>

/**
 * Sends the viewer's answer to a round, once. Without a response it is sent again until the round has closed; the server
 * counts the first. Returns the newest answer and how to send one.
 */
export function useAnswer(post: Post) {
  const newestPost = useRef(post)
  newestPost.current = post
  const [answer, setAnswer] = useState<SentAnswer | null>(null)
  const begun = useRef(0)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const send = useCallback(async (number: number, choice: Choice, closesAt: string) => {
    if (begun.current === number) return
    begun.current = number
    const set = (state: SentAnswer['state'], counted = choice) => {
      if (!isGone.current && begun.current === number) setAnswer({ number, choice: counted, state })
    }
    set('sending')
    const lastMs = Date.parse(closesAt) + ROUND_RULES.maxRoundTripMs
    while (!isGone.current) {
      try {
        const ascending = [...choice].sort((a, b) => a - b)
        return set('counted', await newestPost.current(number, ascending))
      } catch (error) {
        const isUnheard = outcomeOf(error) === 'unheard' && !isUnauthorized(error)
        // A proxy, the server or its database may recover before the round closes.
        if (isUnheard && serverNow() < lastMs) {
          set('retrying')
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
          continue
        }
        if (isUnheard || errorCode(error) === 'ROUND_NOT_OPEN') return set('late')
        toastFailure(error, errorTexts.answerRound)
        return set('refused')
      }
    }
  }, [])
  return { answer, send }
}
