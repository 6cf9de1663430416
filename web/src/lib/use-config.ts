import { useQuery } from '@tanstack/react-query'
import { read } from './query-client.ts'

/** What the server says of itself: network, access, links. */
export const useConfig = () => useQuery(read('GET /api/config'))
