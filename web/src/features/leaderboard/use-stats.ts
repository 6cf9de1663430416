import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query-client'

const REFRESH_MS = 30_000

export const useStats = () => useQuery({ ...read('GET /api/stats'), refetchInterval: REFRESH_MS })
