import type { MonthOfChanges } from '@aura/api/calls/lessons/changes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { read } from '#lib/query-client'
import { Badge } from '#ui/feedback/badge'
import { Button } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import styles from '../lessons.module.css'
import { changesNote, changesTitle } from './changes-text.ts'

const ChangesDialog = lateDialog(() => import('./changes-dialog.tsx'))
const ReviewDialog = lateDialog(() => import('../review/review-dialog.tsx'))

interface WhatChangedProps {
  isOffer?: boolean
  /** Of the headings. */
  level?: 'h2' | 'h3'
}

/** The month that is offered, until it is read; or the other months in which lessons changed. */
export default function WhatChanged({ isOffer = false, level = 'h2' }: WhatChangedProps) {
  const client = useQueryClient()
  const changes = read('GET /api/lessons/changes')
  const { data: months = [] } = useQuery(changes)
  const [opened, setOpened] = useState<{ month: MonthOfChanges; isAsking: boolean } | null>(null)
  const shown = months.filter(({ isOffered }) => isOffered === isOffer)
  const Heading = level
  const close = () => {
    setOpened(null)
    void client.invalidateQueries(changes)
    void client.invalidateQueries(read('GET /api/review'))
    void client.invalidateQueries(read('GET /api/lessons/path'))
  }
  return (
    <>
      {shown.map((month) => (
        <section key={month.month} className={styles.review} aria-labelledby={`changes-${month.month}`}>
          <div className="grid gap-1">
            <Heading id={`changes-${month.month}`} className="h3">
              {changesTitle(month)}
            </Heading>
            <p className="text-ink-2">{changesNote(month)}</p>
          </div>
          {month.isRead && (
            <Badge tone="ok">
              <Check size={14} aria-hidden="true" />
              Read
            </Badge>
          )}
          <Button kind="secondary" onClick={() => setOpened({ month, isAsking: false })}>
            {month.isRead ? 'Read Again' : 'Read'}
          </Button>
        </section>
      ))}
      {opened && !opened.isAsking && (
        <ChangesDialog
          month={opened.month}
          onClose={close}
          onAsk={() => setOpened({ month: opened.month, isAsking: true })}
        />
      )}
      {opened?.isAsking && <ReviewDialog purpose="changes" month={opened.month.month} open onClose={close} />}
    </>
  )
}
