import { useQuery } from '@tanstack/react-query'
import { type ReactElement, Suspense } from 'react'
import { useParts } from '#lib/use-parts'
import { AdminFrame } from './admin-frame.tsx'
import { Proposals } from './proposals.tsx'
import { RelationAppeals } from './relation-appeals.tsx'
import { ReportList } from './report-list.tsx'
import { ReportedPeople } from './reported-people.tsx'
import { ReportedTextRow, reportedTexts } from './reported-text.tsx'

declare module '#lib/parts' {
  interface Parts {
    readonly reportDesk?: ReactElement
  }
}

export default function ReportsScreen() {
  const query = useQuery({ ...reportedTexts, staleTime: 0 })
  return (
    <AdminFrame title="Reports">
      <Proposals />
      <h2 className="mt-6 mb-2 font-strong">People</h2>
      <ReportedPeople />
      <h2 className="mt-8 mb-2 font-strong">Appeals of related people</h2>
      <RelationAppeals />
      <h2 className="mt-8 mb-2 font-strong">Comments and lines</h2>
      <ReportList query={query} of="texts" from="battles and profiles">
        {(text) => <ReportedTextRow key={text.id} text={text} />}
      </ReportList>
      {useParts().map(({ reportDesk }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the features never change
        <Suspense key={at}>{reportDesk}</Suspense>
      ))}
    </AdminFrame>
  )
}
