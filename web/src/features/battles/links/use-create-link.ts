import { useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { errorCode, isUnauthorized } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import type { Intent } from '#lib/intent'
import { read } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { linksRead } from '../shared/battle-reads.ts'
import type { ChallengeLink } from '../shared/battle-view.ts'
import { errorTexts } from '../shared/error-texts.ts'
import { type LinkFault, type LinkForm as LinkFields, linkBody, linkFieldOf } from './link-form.rules.ts'

interface CreateOptions {
  isOpen: boolean
  intent: Intent
  onFault: (fault: LinkFault) => void
  /** Called on every success, also when the form was closed meanwhile. */
  onMade: (link: ChallengeLink) => void
}

export function useCreateLink({ isOpen, intent, onFault, onMade }: CreateOptions) {
  const client = useQueryClient()
  return useWrite({
    isOpen,
    intent,
    send: (form: LinkFields, idempotencyKey) =>
      request('POST /api/challenge-links', { body: linkBody(form), idempotencyKey }),
    onSuccess: async (link) => {
      onMade(link)
      await Promise.all([client.invalidateQueries(linksRead), client.invalidateQueries(read('GET /api/auth/user'))])
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      // A link without a response may have been created.
      void Promise.all([client.invalidateQueries(linksRead), client.invalidateQueries(read('GET /api/auth/user'))])
      const text = errorText(error, errorTexts.createLink)
      const field = linkFieldOf(errorCode(error))
      if (field) onFault({ field, text: text.description })
      if (field !== 'own-balance') toast({ ...text, kind: 'destructive' })
    },
  })
}
