import type { VouchOfUser } from '@aura/api/calls/vouching'
import { useQueryClient } from '@tanstack/react-query'
import { Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ReportText } from '#features/moderation'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { IconButton } from '#ui/forms/icon-button'
import { LateConfirmDialog } from '#ui/overlay/late-confirm-dialog'
import { errorTexts } from '../error-texts.ts'
import styles from '../vouch.module.css'

interface VouchWordsProps {
  words: NonNullable<VouchOfUser['words']>
  writer: string | null
  isMine: boolean
}

export function VouchWords({ words: { id, text }, writer, isMine }: VouchWordsProps) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const remove = useWrite({
    send: () => request('DELETE /api/vouch/words/:id', { params: { id } }),
    isOpen,
    onSuccess: () => {
      close()
      toast({ title: 'Words removed', description: 'Your vouch stays.' })
      return client.invalidateQueries({ predicate: ({ queryKey: [at] }) => String(at).startsWith('/api/users/') })
    },
  })
  return (
    <span className={styles.words}>
      <q>
        <bdi>{text}</bdi>
      </q>
      <IconButton
        label={isMine ? 'Remove your words' : writer === null ? 'Report these words' : `Report the words of ${writer}`}
        icon={isMine ? <Trash2 size={16} aria-hidden="true" /> : <Flag size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      {isMine && (
        <LateConfirmDialog
          open={isOpen}
          onClose={close}
          title="Remove your words"
          confirm="Remove"
          destructive
          busy={remove.isPending ? 'Removing...' : undefined}
          error={remove.error ? errorText(remove.error, errorTexts.removeWords).description : undefined}
          onConfirm={() => remove.mutate()}
        >
          Nobody will see this line any more, and you can’t write another one beside this vouch. The vouch stays.
        </LateConfirmDialog>
      )}
      {isOpen && !isMine && <ReportText kind="words" id={id} text={text} onClose={close} />}
    </span>
  )
}
