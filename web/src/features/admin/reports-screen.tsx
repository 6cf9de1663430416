import type { ReportedComment } from '@aura/api/calls/moderation/reports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, Suspense } from 'react'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { useParts } from '#lib/use-parts'
import { paths } from '#paths'
import { AdminFrame } from './admin-frame.tsx'
import { Proposals } from './proposals.tsx'
import { RelationAppeals } from './relation-appeals.tsx'
import { ReportList } from './report-list.tsx'
import { ReportedLine } from './reported-line.tsx'
import { ReportedPeople } from './reported-people.tsx'

const reported = read('GET /api/admin/comments')

declare module '#lib/parts' {
  interface Parts {
    readonly reportDesk?: ReactElement
  }
}

export default function ReportsScreen() {
  const query = useQuery({ ...reported, staleTime: 0 })
  return (
    <AdminFrame title="Reports">
      <Proposals />
      <h2 className="mt-6 mb-2 font-strong">People</h2>
      <ReportedPeople />
      <h2 className="mt-8 mb-2 font-strong">Appeals of related people</h2>
      <RelationAppeals />
      <h2 className="mt-8 mb-2 font-strong">Comments</h2>
      <ReportList query={query} of="comments" from="battles">
        {(comment) => <CommentRow key={comment.id} comment={comment} />}
      </ReportList>
      {useParts().map(({ reportDesk }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the features never change
        <Suspense key={at}>{reportDesk}</Suspense>
      ))}
    </AdminFrame>
  )
}

function CommentRow({ comment: { id, battleId, author, ...line } }: { comment: ReportedComment }) {
  const client = useQueryClient()
  const settled = () => client.invalidateQueries(reported)
  return (
    <ReportedLine
      {...line}
      writer={author}
      name="comment"
      place={{ path: paths.battle(battleId), name: `Battle #${battleId.slice(0, 8)}` }}
      keep={() => request('POST /api/admin/comments/:id/keep', { params: { id } })}
      remove={(reason) => request('POST /api/admin/comments/:id/remove', { params: { id }, body: { reason } })}
      onSettled={settled}
    />
  )
}
