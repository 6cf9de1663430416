import { useQuery } from '@tanstack/react-query'
import { read } from './query-client.ts'

/** Returns the server's public configuration: network, access, links. */
export const useConfig = () => useQuery(read('GET /api/config'))
