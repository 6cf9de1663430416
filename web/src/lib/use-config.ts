import { useQuery } from '@tanstack/react-query'
import { read } from './query-client.ts'

export const useConfig = () => useQuery(read('GET /api/config'))
