import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReportedLine, ReportList } from '#features/admin'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { paths } from '#paths'

const reported = read('GET /api/admin/vouch-words')

export default function ReportedWords() {
  const client = useQueryClient()
  const query = useQuery({ ...reported, staleTime: 0 })
  const settled = () => client.invalidateQueries(reported)
  return (
    <>
      <h2 className="mt-8 mb-2 font-strong">Words beside vouches</h2>
      <ReportList query={query} of="words" from="profiles">
        {({ id, target, ...line }) => (
          <ReportedLine
            key={id}
            {...line}
            name="line"
            place={{ path: paths.user(target.id), name: `Vouch for ${target.username}` }}
            keep={() => request('POST /api/admin/vouch-words/:id/keep', { params: { id } })}
            remove={(reason) => request('POST /api/admin/vouch-words/:id/remove', { params: { id }, body: { reason } })}
            onSettled={settled}
          />
        )}
      </ReportList>
    </>
  )
}
