import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReportedLine, ReportList } from '#features/admin'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { paths } from '#paths'

const reported = read('GET /api/admin/place-lines')

export default function ReportedLines() {
  const client = useQueryClient()
  const query = useQuery({ ...reported, staleTime: 0 })
  const settled = () => client.invalidateQueries(reported)
  return (
    <>
      <h2 className="mt-8 mb-2 font-strong">Lines of people who stand by someone</h2>
      <ReportList query={query} of="lines" from="profiles">
        {({ id, receiver, ...line }) => (
          <ReportedLine
            key={id}
            {...line}
            name="line"
            place={{ path: paths.user(receiver.id), name: `Stands by ${receiver.username}` }}
            keep={() => request('POST /api/admin/place-lines/:id/keep', { params: { id } })}
            remove={(reason) => request('POST /api/admin/place-lines/:id/remove', { params: { id }, body: { reason } })}
            onSettled={settled}
          />
        )}
      </ReportList>
    </>
  )
}
